-- Descriptions of board games in .lud: the language server `ludemic lsp`, and the tree-sitter grammar where its parser is installed.
-- For Neovim from 0.7. Settings stand in vim.g.ludemic: { cmd = { 'ludemic', 'lsp', '--defs', 'DIR' } }.

if vim.g.loaded_ludemic then
  return
end
vim.g.loaded_ludemic = true

local group = vim.api.nvim_create_augroup('ludemic', {})

vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
  group = group,
  pattern = { '*.lud', '*.def' },
  callback = function(event)
    vim.bo[event.buf].filetype = 'ludii'
  end,
})

local started

-- The server for a buffer: one for all of them.
local function attach(buffer)
  local cmd = (vim.g.ludemic or {}).cmd or { 'ludemic', 'lsp' }
  if vim.fn.executable(cmd[1]) == 0 then
    vim.notify_once('ludemic: ' .. cmd[1] .. ' is not installed, or not found by PATH', vim.log.levels.WARN)
    return
  end
  local config = { name = 'ludemic', cmd = cmd, root_dir = vim.fn.getcwd() }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  if not started or vim.lsp.client_is_stopped(started) then
    started = vim.lsp.start_client(config)
  end
  vim.lsp.buf_attach_client(buffer, started)
end

vim.api.nvim_create_autocmd('FileType', {
  group = group,
  pattern = 'ludii',
  callback = function(event)
    vim.bo[event.buf].commentstring = '// %s'
    attach(event.buf)
    if vim.treesitter.start and vim.treesitter.language.register then
      vim.treesitter.language.register('lud', 'ludii')
      pcall(vim.treesitter.start, event.buf, 'lud')
    end
  end,
})

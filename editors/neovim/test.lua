-- Run within `nvim --headless --clean`: the server is attached, shows a mistake and a meaning, mends and lays out; the parser is loaded and
-- its queries fit. Leaves with an error where something is missing.

local function check(met, what)
  if not met then
    io.stderr:write('neovim: ' .. what .. '\n')
    vim.cmd('cquit 1')
  end
end

local function wait(what, met)
  check(vim.wait(20000, met, 20), what .. ' does not come')
end

vim.g.ludemic = { cmd = { os.getenv('LUDEMIC'), 'lsp' } }
local file = vim.fn.tempname() .. '.lud'
vim.fn.writefile({
  '(game "Rows" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })',
  '(rules (play (move Add (to (sites Emty)))) (end (if (is Line 3) (result Mover Win)))))',
}, file)
vim.cmd('edit ' .. file)
check(vim.bo.filetype == 'ludii', 'the type of the file is ' .. vim.bo.filetype)

wait('a finding', function()
  return #vim.diagnostic.get(0) == 1
end)
local finding = vim.diagnostic.get(0)[1]
check(finding.message:find('Emty', 1, true) and finding.lnum == 1 and finding.col == 34, vim.inspect(finding))

local function request(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  local _, answer = next(answers or {})
  check(answer and answer.result, method .. ' has no answer: ' .. vim.inspect(answers))
  return answer.result
end

vim.api.nvim_win_set_cursor(0, { 2, 28 })
local meaning = request('textDocument/hover', vim.lsp.util.make_position_params(0, 'utf-16'))
check(vim.inspect(meaning):find('sites', 1, true), vim.inspect(meaning))

local line = vim.api.nvim_buf_get_lines(0, 1, 2, false)[1]:gsub('Emty', 'Empty')
vim.api.nvim_buf_set_lines(0, 1, 2, false, { line })
wait('the end of the finding', function()
  return #vim.diagnostic.get(0) == 0
end)

local options = { tabSize = 4, insertSpaces = true }
local edits = request('textDocument/formatting', { textDocument = vim.lsp.util.make_text_document_params(), options = options })
vim.lsp.util.apply_text_edits(edits, 0, 'utf-16')
check(vim.api.nvim_buf_line_count(0) > 3, 'the layout is the same')

local parser, queries = os.getenv('PARSER'), os.getenv('QUERIES')
if vim.treesitter.language.add then
  vim.treesitter.language.add('lud', { path = parser })
else
  vim.treesitter.require_language('lud', parser)
end
local tree = vim.treesitter.get_parser(0, 'lud'):parse()[1]
check(not tree:root():has_error(), 'the tree has errors')
local parse_query = vim.treesitter.query.parse or vim.treesitter.parse_query
for _, name in ipairs({ 'highlights', 'folds', 'injections' }) do
  local query = parse_query('lud', table.concat(vim.fn.readfile(queries .. '/' .. name .. '.scm'), '\n'))
  local count = 0
  for _ in query:iter_captures(tree:root(), 0, 0, -1) do
    count = count + 1
  end
  check(count > 0 or name == 'injections', name .. ' captures nothing')
end
print('neovim ' .. tostring(vim.version().minor) .. ': attached, a finding, a meaning, the layout, the parser')
vim.cmd('quitall!')

//! Results and ranks: how a game is decided.

use crate::engine::context::Cx;
use crate::engine::ends::{Consequence, EndRule, EndRules, ForEachPlayer, IfRule, Outcome, ResultRule};
use crate::engine::role::bit;
use crate::engine::state::{EndType, Status, set_of_player};
use crate::engine::uses::Uses;

/// What an end rule gives.
enum Verdict {
    /// Nothing.
    None,
    /// A result still to be applied: of a player, players + 1 for all, and of a team where one is named.
    Result(i32, Option<i32>, Outcome),
    /// A ranking, which took effect at once.
    Applied,
}

impl Cx {
    /// Evaluates a list of end rules, then the automatic draw when everybody has passed.
    pub(crate) fn evaluate_end(&mut self, rules: &EndRules) {
        let mut losses = 0;
        for rule in &rules.0 {
            match rule {
                EndRule::If(rule) if self.is_unmet(rule) => {}
                EndRule::If(rule) => {
                    if let Verdict::Result(player, team, outcome) = self.evaluate_met(rule, false) {
                        self.apply_result(player, team, outcome, &mut losses);
                    }
                }
                EndRule::ForEach(rule) => {
                    let saved = (self.it.track, self.it.player);
                    for item in rule.items(self.state.players) {
                        let passed_over = match rule.tracks {
                            Some(_) => self.state.active == 0,
                            None => !self.state.is_active(item) || (rule.skip_mover && item == self.state.mover),
                        };
                        if !passed_over && self.holds_for(rule, item) {
                            self.apply_rule(&rule.result, &mut losses);
                        }
                    }
                    (self.it.track, self.it.player) = saved;
                }
            }
        }
        if !self.state.is_over() && !self.game.features.no_pass_end && self.all_passed() {
            self.run_deferred();
            self.apply_result(self.state.players + 1, None, Outcome::Draw, &mut losses);
        }
    }

    /// Whether the condition of an end rule holds for a player, or a track.
    fn holds_for(&mut self, rule: &ForEachPlayer, item: i32) -> bool {
        let bound = if rule.tracks.is_some() { &mut self.it.track } else { &mut self.it.player };
        *bound = item;
        let holds = rule.condition.eval(self);
        self.tally.end(rule.rule, holds);
        holds
    }

    /// Applies the result of a rule. `losses` is how many players have lost by the end rules of this move.
    fn apply_rule(&mut self, result: &ResultRule, losses: &mut i32) {
        self.run_deferred();
        let (player, team) = self.whom(result);
        self.apply_result(player, team, result.outcome, losses);
    }

    /// The player and the team that a result is about.
    fn whom(&mut self, result: &ResultRule) -> (i32, Option<i32>) {
        let team = result.team.as_ref().map(|team| team.eval(self));
        (result.player.eval(self), team)
    }

    /// Evaluates the end rules of a match in its finished game, and puts the result of the match into the state once it
    /// has one. The winners share the first rank, and the others what is left. (Ludii 1.3.12's behaviour.)
    ///
    /// ASSUMPTION: `byScore` compares match scores, `payoffs` those of the finished game where it names none; `forEach`
    /// visits all players, whoever is out in the finished game. What comes after a winner changes nothing but winners.
    pub(crate) fn end_match(&mut self, rules: &EndRules) -> bool {
        let n = self.state.players;
        let mut winners = Vec::new();
        for rule in &rules.0 {
            for given in self.match_results(rule) {
                let (player, outcome) = match given {
                    Verdict::Result(player, _, outcome) => (player, outcome),
                    Verdict::Applied if winners.is_empty() => {
                        self.forget_winners();
                        return true;
                    }
                    Verdict::None | Verdict::Applied => continue,
                };
                match outcome {
                    Outcome::Win if player > n => winners.extend(1..=n),
                    Outcome::Win if player >= 1 && !winners.contains(&player) => winners.push(player),
                    Outcome::Win | Outcome::Loss => {}
                    _ if player < 1 || !winners.is_empty() => {}
                    outcome => {
                        let (rank, winner) = match outcome {
                            Outcome::Draw => (f64::from(n + 1) / 2.0, 0),
                            Outcome::Tie => (0.0, n + 1),
                            _ => (0.0, -1),
                        };
                        self.settle_match(|_| rank, winner);
                        return true;
                    }
                }
            }
        }
        let Some(&winner) = winners.iter().min() else { return false };
        let last = 1.0 + f64::from(n) - winners.len() as f64;
        self.settle_match(|player| if winners.contains(&player) { 1.0 } else { last }, winner);
        self.state.ranking().winners.extend(winners);
        true
    }

    /// What an end rule of a match gives, player by player or track by track where it is about them.
    fn match_results(&mut self, rule: &EndRule) -> Vec<Verdict> {
        let rule = match rule {
            EndRule::If(rule) => return vec![self.evaluate_if(rule, true)],
            EndRule::ForEach(rule) => rule,
        };
        let around = self.it.clone();
        let mut given = Vec::new();
        let skipped = rule.skip_mover.then_some(self.state.mover);
        for item in rule.items(self.state.players).filter(|&player| Some(player) != skipped) {
            if self.holds_for(rule, item) {
                let (player, team) = self.whom(&rule.result);
                given.push(Verdict::Result(player, team, rule.result.outcome));
            }
        }
        self.it = around;
        given
    }

    /// Ends the finished game again, as the match has ended: with these ranks, and without winners and losers.
    fn settle_match(&mut self, rank: impl Fn(i32) -> f64, winner: i32) {
        for player in 1..=self.state.players {
            self.state.ranking().ranks[player as usize] = rank(player);
        }
        self.forget_winners();
        self.finish(winner, EndType::NaturalEnd);
    }

    /// Nobody has won or lost.
    fn forget_winners(&mut self) {
        let ranking = self.state.ranking();
        ranking.winners.clear();
        ranking.losers.clear();
    }

    /// Evaluates an end rule; `of_match` is whether it is one of a match, with match scores.
    fn evaluate_if(&mut self, rule: &IfRule, of_match: bool) -> Verdict {
        if self.is_unmet(rule) { Verdict::None } else { self.evaluate_met(rule, of_match) }
    }

    /// Whether the condition of a rule does not hold: apart from what comes of it if it does, as it hardly ever does.
    #[inline]
    fn is_unmet(&mut self, rule: &IfRule) -> bool {
        let unmet = !rule.condition.eval(self);
        if unmet {
            self.tally.end(rule.rule, false);
        }
        unmet
    }

    /// The same of a rule whose condition holds.
    fn evaluate_met(&mut self, rule: &IfRule, of_match: bool) -> Verdict {
        let given = self.consequence_of(rule, of_match);
        self.tally.end(rule.rule, !matches!(given, Verdict::None));
        given
    }

    /// What follows from such a rule: what the first of its inner rules gives that gives something, or else its own.
    fn consequence_of(&mut self, rule: &IfRule, of_match: bool) -> Verdict {
        self.run_deferred();
        for sub in &rule.subs {
            match self.evaluate_if(sub, of_match) {
                Verdict::None => {}
                given => return given,
            }
        }
        match &rule.result {
            Some(Consequence::Result(result)) => {
                let (player, team) = self.whom(result);
                Verdict::Result(player, team, result.outcome)
            }
            Some(_) if !rule.subs.is_empty() => Verdict::None,
            Some(Consequence::ByScore(by_score)) => {
                for (player, score) in &by_score.finals {
                    let (player, score) = (player.eval(self), score.eval(self));
                    let scores = match &mut self.points {
                        Some(points) if of_match => &mut points.scores[..],
                        _ => &mut self.state.scores[..],
                    };
                    set_of_player(scores, player, score);
                }
                self.state.touch(Uses::SCORES);
                let sign = if by_score.misere.eval(self) { 1.0 } else { -1.0 };
                let score = |player: i32| match &self.points {
                    Some(points) if of_match => points.score(player),
                    _ => self.state.score(player),
                };
                let keys = (1..=self.state.players).map(|p| sign * f64::from(score(p))).collect();
                self.rank_by(keys);
                Verdict::Applied
            }
            Some(Consequence::Payoffs(payoffs)) => {
                for (player, payoff) in &payoffs.finals {
                    let (player, payoff) = (player.eval(self), payoff.eval(self));
                    set_of_player(&mut self.state.payoffs, player, f64::from(payoff));
                }
                let keys: Vec<f64> = self.state.payoffs[1..=self.state.players as usize].iter().map(|p| -p).collect();
                if let [key] = keys[..] {
                    let won = key < 0.0;
                    self.state.ranking().ranks[1] = f64::from(u8::from(won));
                    self.finish(i32::from(won), EndType::NaturalEnd);
                } else {
                    self.rank_by(keys);
                }
                Verdict::Applied
            }
            None => Verdict::None,
        }
    }

    /// Ranks all players by keys, the lowest first; equal keys share the mean rank.
    fn rank_by(&mut self, keys: Vec<f64>) {
        let mut winner = 0;
        for (i, key) in keys.iter().enumerate() {
            let before = keys.iter().filter(|other| *other < key).count() as f64;
            let tied = keys.iter().filter(|other| *other == key).count() as f64;
            let rank = before + (tied + 1.0) / 2.0;
            self.state.ranking().ranks[i + 1] = rank;
            if rank == 1.0 {
                winner = i as i32 + 1;
            }
        }
        self.finish(winner, EndType::NaturalEnd);
    }

    /// Ends the game.
    fn finish(&mut self, winner: i32, end: EndType) {
        self.state.active = 0;
        self.state.status = Some(Status { winner, end });
        self.state.touch_players();
    }

    /// The lowest player who is first; 0 where nobody is.
    fn first_with_rank_one(&self) -> i32 {
        (1..=self.state.players).find(|&p| self.state.rank(p) == 1.0).unwrap_or(0)
    }

    /// Gives a player or a team this outcome; nothing happens to who is out. `losses` as for [`Cx::apply_rule`].
    fn apply_result(&mut self, player: i32, team: Option<i32>, outcome: Outcome, losses: &mut i32) {
        let n = self.state.players;
        let plays = match team {
            Some(team) => (1..=n).any(|p| self.state.team(p) == team && self.state.is_active(p)),
            None => player > n || self.state.is_active(player),
        };
        if player < 1 || !plays {
            return;
        }
        self.state.touch_players();
        match outcome {
            Outcome::Tie => self.finish(n + 1, EndType::NaturalEnd),
            Outcome::Abandon => self.finish(-1, EndType::NaturalEnd),
            Outcome::Draw if team.is_none() => self.draw(EndType::NaturalEnd),
            Outcome::Win => match team {
                Some(team) => self.win_team(team),
                None if player > n => self.finish_with_rest(1.0),
                None => self.win(player),
            },
            Outcome::Loss if team.is_none() => {
                if player > n {
                    self.finish_with_rest(f64::from(n));
                } else {
                    self.lose(player, *losses);
                    *losses += 1;
                }
            }
            Outcome::Draw | Outcome::Loss => {}
        }
    }

    /// Everybody without a rank gets this one, and nobody wins.
    fn finish_with_rest(&mut self, rank: f64) {
        self.rank_rest(rank);
        self.finish(0, EndType::NaturalEnd);
    }

    /// Gives this rank to everybody without one.
    fn rank_rest(&mut self, rank: f64) {
        if self.state.players > 1 {
            for p in 1..=self.state.players as usize {
                if self.state.ranking().ranks[p] == 0.0 {
                    self.state.ranking().ranks[p] = rank;
                }
            }
        }
    }

    /// A player takes the best rank that is left, and is out; the last one to stay loses.
    fn win(&mut self, player: i32) {
        let rank = self.state.winners().len() as f64 + 1.0;
        self.state.active &= !bit(player);
        self.state.ranking().ranks[player as usize] = rank;
        self.state.ranking().winners.push(player);
        match self.state.active_players() {
            0 => self.finish(self.first_with_rank_one(), EndType::NaturalEnd),
            1 => {
                let last = self.state.active.trailing_zeros() as i32;
                self.state.ranking().ranks[last as usize] = rank + 1.0;
                self.state.ranking().losers.push(last);
                self.finish(self.first_with_rank_one(), EndType::NaturalEnd);
            }
            _ => {}
        }
    }

    /// The same of all of a team.
    fn win_team(&mut self, team: i32) {
        let members: Vec<i32> = (1..=self.state.players).filter(|&p| self.state.team(p) == team).collect();
        let taken = |rank: f64, cx: &Cx| (1..=cx.state.players).any(|p| cx.state.rank(p) == rank);
        let mut rank = 1.0;
        while taken(rank, self) {
            rank += 1.0;
        }
        for &p in &members {
            self.state.active &= !bit(p);
            self.state.ranking().ranks[p as usize] = rank;
            self.state.ranking().winners.push(p);
        }
        let left: Vec<i32> = (1..=self.state.players).filter(|&p| self.state.is_active(p)).collect();
        let Some(&first) = left.first() else {
            return self.finish(self.first_with_rank_one(), EndType::NaturalEnd);
        };
        let last_team = self.state.team(first);
        if left.iter().all(|&p| self.state.team(p) == last_team) {
            for &p in &left {
                self.state.ranking().ranks[p as usize] = rank + members.len() as f64;
                self.state.ranking().losers.push(p);
            }
            // The losing team stays active, as Ludii leaves it.
            self.state.status = Some(Status { winner: self.first_with_rank_one(), end: EndType::NaturalEnd });
        }
    }

    /// A player takes the worst rank that is left, and is out; who lose by one move share their ranks. The last one to
    /// stay takes the best rank that is left.
    fn lose(&mut self, player: i32, losses: i32) {
        let n = self.state.players;
        self.state.active &= !bit(player);
        if n == 1 {
            return self.finish(0, EndType::NaturalEnd);
        }
        if self.state.next == player {
            self.state.next = self.following(player);
        }
        let before = self.state.losers().len() as f64;
        let rank = f64::from(n) - before + f64::from(losses) / 2.0;
        for p in 1..=n as usize {
            if self.state.ranking().ranks[p] == rank + 0.5 {
                self.state.ranking().ranks[p] = rank;
            }
        }
        self.state.ranking().ranks[player as usize] = rank;
        self.state.ranking().losers.push(player);
        if self.state.active_players() == 1 {
            let last = self.state.active.trailing_zeros() as i32;
            self.state.ranking().ranks[last as usize] = self.state.winners().len() as f64 + 1.0;
            let best = (1..=n).min_by(|&a, &b| self.state.rank(a).total_cmp(&self.state.rank(b))).unwrap_or(0);
            self.state.ranking().winners.push(best);
            self.finish(best, EndType::NaturalEnd);
        }
    }

    /// A draw among the players without a rank.
    pub(crate) fn draw(&mut self, end: EndType) {
        let rank = (f64::from(self.state.active_players()) + 1.0) / 2.0 + self.state.winners().len() as f64;
        self.rank_rest(rank);
        self.finish(self.first_with_rank_one(), end);
    }

    /// The active player who follows this one, cyclic; the player himself when no other is active.
    pub(crate) fn following(&self, player: i32) -> i32 {
        let (n, active) = (self.state.players, self.state.active);
        let known = (0..=n).contains(&player);
        let from = if known { player } else { (player - 1).checked_rem_euclid(n).map_or(player, |place| place + 1) };
        let after = active & !bit(from).wrapping_mul(2).wrapping_sub(1);
        let among = if after == 0 { active } else { after };
        if among == 0 { player } else { among.trailing_zeros() as i32 }
    }

    /// The active player whom this one follows, cyclic; the player himself when no other is active.
    pub(crate) fn preceding(&self, player: i32) -> i32 {
        let n = self.state.players;
        (1..=n).map(|step| (player - 1 - step).rem_euclid(n) + 1).find(|&p| self.state.is_active(p)).unwrap_or(player)
    }
}

//! Verbs of two words that people say of software, and the one word that code has for each: what is *thrown out* is discarded, what is
//! *put back* restored.
//!
//! The verb may have any form, and what it is done to may stand between it and its particle: "puts the messages back".

/// Forms of a verb, its particles, and what code calls it, the likeliest first; each a list with spaces.
#[rustfmt::skip]
const VERBS: &[(&str, &str, &str)] = &[
    ("throw throws threw thrown throwing", "away out", "discard evict"),
    ("get gets got gotten getting", "rid", "remove discard"), ("get gets got getting", "back", "restore receive"),
    ("put puts putting", "back", "restore requeue"), ("put puts putting", "together", "build join"), ("put puts putting", "off", "defer delay"),
    ("put puts putting", "aside", "defer reserve"), ("put puts putting", "into", "insert"),
    ("take takes took taken taking", "apart", "parse split"), ("take takes took taken taking", "away out", "remove clear"),
    ("take takes took taken taking", "back", "revert undo"), ("take takes took taken taking", "over", "override acquire"),
    ("give gives gave given giving", "up", "abort timeout"), ("give gives gave given giving", "back", "release"),
    ("give gives gave given giving", "out", "allocate assign"), ("give gives gave given giving", "away", "release"),
    ("hand hands handed handing", "over", "pass bind"), ("hand hands handed handing", "on", "forward delegate"), ("hand hands handed handing", "out", "allocate lease"),
    ("hand hands handed handing", "back", "release"),
    ("pass passes passed passing", "on along", "forward propagate"), ("send sends sent sending", "back", "response reply"),
    ("send sends sent sending", "on", "forward"), ("send sends sent sending", "again", "resend retry"),
    ("turn turns turned turning", "into", "convert"), ("turn turns turned turning", "on", "enable"), ("turn turns turned turning", "off", "disable"),
    ("turn turns turned turning", "away", "reject refuse"), ("turn turns turned turning", "around", "reverse invert"), ("turn turns turned turning", "down", "reject"),
    ("switch switches switched switching", "on", "enable"), ("switch switches switched switching", "off", "disable"),
    ("switch switches switched switching", "over", "failover"), ("fail fails failed failing", "over", "failover switch"),
    ("set sets setting", "up", "setup init"), ("set sets setting", "off", "trigger"), ("set sets setting", "back", "reset"), ("set sets setting", "aside", "reserve"),
    ("look looks looked looking", "up", "lookup resolve"), ("look looks looked looking", "after", "manage"),
    ("work works worked working", "out", "compute resolve"), ("figure figures figured figuring", "out", "detect resolve"),
    ("find finds found finding", "out", "detect resolve"), ("sort sorts sorted sorting", "out", "resolve filter"),
    ("clean cleans cleaned cleaning", "up", "cleanup dispose"), ("tidy tidies tidied tidying", "up", "cleanup"),
    ("shut shuts shutting", "down", "shutdown"), ("wake wakes woke woken waking", "up", "wake notify"),
    ("slow slows slowed slowing", "down", "throttle backoff"), ("speed speeds sped speeding", "up", "cache optimize"),
    ("cut cuts cutting", "off short", "truncate"), ("cut cuts cutting", "up", "split chunk"), ("cut cuts cutting", "down", "truncate trim"),
    ("chop chops chopped chopping", "up off", "split truncate"), ("break breaks broke broken breaking", "up into", "split chunk"),
    ("break breaks broke broken breaking", "down", "split decompose"), ("split splits splitting", "up", "chunk partition"),
    ("hang hangs hung hanging", "up", "disconnect close"), ("drop drops dropped dropping", "out", "disconnect"),
    ("keep keeps kept keeping", "alive", "keepalive"), ("keep keeps kept keeping", "apart", "scope isolate"), ("keep keeps kept keeping", "track", "record"),
    ("keep keeps kept keeping", "back", "hold defer"), ("keep keeps kept keeping", "out", "exclude filter"), ("keep keeps kept keeping", "up", "sync"),
    ("hold holds held holding", "back", "defer block"), ("hold holds held holding", "up", "block"),
    ("leave leaves left leaving", "out", "omit skip exclude"), ("leave leaves left leaving", "behind", "cleanup orphan"), ("leave leaves left leaving", "alone", "skip ignore"),
    ("fill fills filled filling", "in", "default populate"), ("fill fills filled filling", "up", "pad"),
    ("roll rolls rolled rolling", "back", "rollback"), ("roll rolls rolled rolling", "over", "rotate"),
    ("fall falls fell fallen falling", "back", "fallback default"), ("go goes went gone going", "back", "revert backward"),
    ("wrap wraps wrapped wrapping", "around", "wrap apply"), ("wrap wraps wrapped wrapping", "up", "finish finalize"),
    ("build builds built building", "up", "build append"), ("pile piles piled piling", "up", "queue backlog"), ("line lines lined lining", "up", "align queue"),
    ("add adds added adding", "up", "sum total"), ("count counts counted counting", "down", "countdown decrement"), 
    ("carry carries carried carrying", "out", "execute perform"), ("carry carries carried carrying", "over", "carry remainder"),
    ("run runs ran running", "out", "exhaust expire"), ("use uses used using", "up", "exhaust consume"), ("time times timed timing", "out", "timeout"),
    ("wear wears wore worn", "off out", "expire"), ("die dies died dying", "out off", "expire"), ("let lets letting", "go", "release"),
    ("let lets letting", "through in", "allow permit"), ("kick kicks kicked kicking", "out", "evict disconnect"), ("kick kicks kicked kicking", "off", "start trigger"),
    ("start starts started starting", "over again", "restart reset"), ("start starts started starting", "off up", "init startup"),
    ("try tries tried trying", "again", "retry"), ("do does did done doing", "again over", "retry redo"), ("make makes made making", "up", "generate create"),
    ("make makes made making", "smaller shorter", "compress shrink"), ("make makes made making", "bigger larger", "grow expand"),
    ("check checks checked checking", "again", "revalidate recheck"), ("ask asks asked asking", "again", "retry revalidate"), ("read reads reading", "again", "reload refresh"),
    ("load loads loaded loading", "again", "reload refresh"), ("write writes wrote written writing", "out down", "write flush"),
    ("store stores stored storing", "away", "save cache"), ("pack packs packed packing", "up into", "pack serialize"), ("bring brings brought bringing", "up", "start init"),
    ("bring brings brought bringing", "back", "restore"), ("bring brings brought bringing", "together", "merge join"), ("bring brings brought bringing", "down", "shutdown"),
    ("tear tears tore torn tearing", "down", "teardown cleanup"), ("take takes took taken taking", "down", "teardown shutdown"), ("glue glues glued gluing", "together", "join concat"),
    ("stick sticks stuck sticking", "together", "join concat"), ("join joins joined joining", "together", "join concat"), ("tie ties tied tying", "together to", "bind link"),
    ("hook hooks hooked hooking", "up into", "register attach"), ("plug plugs plugged plugging", "in into", "plugin register"), ("wire wires wired wiring", "up together", "bind connect"),
    ("sign signs signed signing", "in", "login authenticate"), ("log logs logged logging", "in", "login authenticate"), ("log logs logged logging", "out", "logout"),
    ("sign signs signed signing", "out", "logout"), ("lock locks locked locking", "out", "lock block"), ("shut shuts shutting", "out", "block reject"),
    ("filter filters filtered filtering", "out", "exclude"), ("weed weeds weeded weeding", "out", "filter prune"), ("pick picks picked picking", "out", "select extract"),
    ("pull pulls pulled pulling", "out", "extract"), ("strip strips stripped stripping", "off out away", "strip trim"), ("spell spells spelled spelt spelling", "out", "expand"),
    ("show shows showed shown showing", "up", "display render"),     ("spread spreads spreading", "out over across", "distribute balance"), ("share shares shared sharing", "out", "distribute"), ("back backs backed backing", "off", "backoff retry"),
    ("back backs backed backing", "up", "backup"), ("catch catches caught catching", "up", "sync replay"), ("move moves moved moving", "on", "advance next"),
    ("step steps stepped stepping", "through over", "iterate next"), ("walk walks walked walking", "through over", "visit traverse"), ("go goes went gone going", "through over", "iterate visit"),
    ("run runs ran running", "through over", "iterate visit"), ("warm warms warmed warming", "up", "preload warmup"), ("call calls called calling", "off", "cancel"),
    ("call calls called calling", "back", "callback"), ("miss misses missed missing", "out", "skip"), ("blow blows blew blown blowing", "up", "panic crash"),
    ("close closes closed closing", "down off", "close shutdown"), ("lay lays laid laying", "out", "layout"),
    ("free frees freed freeing", "up", "release"), ("mix mixes mixed mixing", "in", "mixin merge"), ("mix mixes mixed mixing", "up", "shuffle"),
    ("swap swaps swapped swapping", "out", "replace"), ("stand stands stood standing", "in for", "stub replace"), ("act acts acted acting", "as like", "proxy adapter"),
    ("pretend pretends pretended pretending", "to", "mock fake"), ("narrow narrows narrowed narrowing", "down", "filter"),
];

/// Most words between a verb and its particle.
const BETWEEN: usize = 3;
/// What no particle is behind: another part of the sentence begins.
const ENDS: &[&str] =
    &["and", "or", "when", "if", "that", "which", "who", "where", "while", "because", "until", "before", "after"];

/// A verb with its particle in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Said<'a> {
    pub(crate) verb: &'a str,
    pub(crate) particle: &'a str,
    /// What code calls it, with spaces, the likeliest first.
    words: &'static str,
}

impl Said<'_> {
    pub(crate) fn words(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.words.split(' ')
    }
}

/// The verbs with particles that a text in lower case has, in order.
pub(crate) fn said(text: &str) -> Vec<Said<'_>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let trimmed = |at: usize| words[at].trim_matches(|c: char| !c.is_alphanumeric());
    let ends_clause = |at: usize| words[at].ends_with([',', ';', ':', '.', '?', '!']);
    let mut found = Vec::new();
    for at in 0..words.len() {
        let verb = trimmed(at);
        let behind = || {
            (at + 1..words.len())
                .take(BETWEEN + 1)
                .take_while(|next| !ends_clause(next - 1) && !ENDS.contains(&trimmed(*next)))
        };
        let with = |(forms, particles, words): &(&str, &str, &'static str)| {
            if !forms.split(' ').any(|form| form == verb) {
                return None;
            }
            let particle = behind().map(trimmed).find(|next| particles.split(' ').any(|particle| particle == *next))?;
            Some(Said { verb, particle, words })
        };
        found.extend(VERBS.iter().filter_map(with));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verb_and_its_particle_have_one_word_of_code() {
        let of = |text: &str| said(text).iter().flat_map(Said::words).collect::<Vec<_>>();
        assert_eq!(of("how are idle connections thrown out?"), ["discard", "evict"]);
        assert_eq!(of("where does it put unacknowledged messages back?"), ["restore", "requeue"]);
        assert_eq!(of("which code keeps the two scopes apart"), ["scope", "isolate"]);
        assert!(of("who throws an error, out of curiosity?").is_empty());
        assert!(of("where is an error thrown and written out").contains(&"flush"));
        assert!(of("where are errors thrown").is_empty());
    }

    #[test]
    fn each_row_has_forms_particles_and_words_once() {
        let mut seen = std::collections::BTreeSet::new();
        for (forms, particles, words) in VERBS {
            assert!(words.split(' ').count() <= 3, "{words}");
            for form in forms.split(' ') {
                for particle in particles.split(' ') {
                    assert!(seen.insert((form, particle)), "{form} {particle}");
                }
            }
        }
    }
}

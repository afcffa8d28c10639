/** A word that this project does not use, and what to write instead. The lists only grow. */
export interface BannedWord {
  readonly pattern: RegExp;
  readonly instead: string;
}

const word = (text: string, instead: string): BannedWord => ({
  pattern: new RegExp(`\\b(?:${text})\\b`, 'i'),
  instead,
});

/** Banned in comments, messages and Markdown, in any letter case. */
export const bannedInTexts: readonly BannedWord[] = [
  word('told', 'reported, known, returned'),
  word('nobody', 'no client, no one'),
  word('meanwhile', 'in the meantime, concurrently'),
  word('whoever', 'the caller'),
  word('asked for', 'requested'),
  word('gone on with|goes on with|go on with', 'resumed, continues'),
  word('let go', 'released'),
  word('made up', 'synthetic'),
  word('hit by', 'matched by'),
  word('is none', 'is not one'),
  word('such a one', '(repeat the noun)'),
  word('in a word', 'in short'),
  word('a word of|a word on', 'a message about'),
  word('comes to', 'arrives, results in'),
  word('spoilt', 'changed, damaged'),
  word('for good', 'finally, permanently'),
  word('by and by', 'gradually'),
  word('of its own accord|by itself alone', 'without a request'),
];

/** Names that users rely on, such as hotels of the inventory. A banned word in them stays. */
export const outsideNames: readonly string[] = [
  'Pending for good',
  'Technical problem for good',
  'recipe', // a key in exported sandboxes
  'truth-told', // an invariant
];

const name = (pattern: string, instead: string): BannedWord => ({ pattern: new RegExp(pattern), instead });

/** Banned as identifiers. A pattern sees the whole identifier. */
export const bannedAsNames: readonly BannedWord[] = [
  name('^most[A-Z]\\w*|^most$', 'maxX'),
  name('Course$|^course$|^plainCourse$', 'FaultPlan, emptyFaultPlan'),
  name('^meetFaults$|^Struck$|^struck$|^strike$', 'matchFaults, FaultMatch, match'),
  name('^Armed$|^Rival$', 'ArmedFault, FaultConflict'),
  name('Shelf|^shelf$', 'ChunkedBuffer'),
  name('^Generations$|^Holders$|^SecretCircle$', 'RotatingMap, CredentialIndex, SecretRegistry'),
  name('^Filling$|^Recipe$|^recipe$|^WrittenAnswer$', 'values, ReplayKey, RenderedAnswer'),
  name('[bB]ooth|^PlayExchange$', 'ScenarioSandbox'),
  name(
    '^[wW]ish$|^Given$|^Wanted$|^Asked$|^Told$|^told$',
    'BookingRequest, Conditions, RequestedX, Evidence',
  ),
  name('^Opinion$|^opinion$|^Doubt$|^doubt$|^noCase$', 'Assessment, Inconclusive, notApplicable'),
  name('^canTell|^couldKnow$|^knew$', 'isObservable, couldHaveSeen, hasSeen'),
  name('^behindDashes$|^Bar$', 'passthroughArgs, PassCriteria'),
  name('^isMadeUp$|^MadeCall$|^MadeBooking$', 'isSynthetic, RecordedCall, CreatedBooking'),
  name('^orAborted$|^onceForAll$|^letGo$', 'abortable, shareInFlight, release'),
  name('[nN]obody|[wW]hoever|[mM]eanwhile', 'a noun of the field'),
];

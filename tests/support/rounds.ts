/**
 * Sets the number of rounds of random and repeated tests: small in `npm run verify`, large in `npm
 * run verify:nightly`, which sets KALAKAL_NIGHTLY.
 */
export const NIGHTLY = process.env.KALAKAL_NIGHTLY === '1'

/** The number of faults that `npm run faults` causes; undefined in other runs. */
const FAULTS = process.env.KALAKAL_FAULTS

/** Faults that each wait for a limit of many seconds are caused too. */
export const SLOW_FAULTS = NIGHTLY || FAULTS !== undefined

/** Times that a server is killed: once in `npm run verify`, some in the nightly run, 200 in `npm run faults`. */
export const FAULT_POINTS = Number(FAULTS ?? (NIGHTLY ? 10 : 1))

/** Rounds, draws, mutants or steps of a history. */
export const rounds = (few: number, many: number): number => (NIGHTLY ? many : few)

/** A number that is the same in every nightly run. */
const FIXED = 20_261_122

/** A number that is another one in every run, unless KALAKAL_TEST_SEED names it: `npm run verify` prints it. */
export const FRESH = Number(process.env.KALAKAL_TEST_SEED) || 1 + (Date.now() % 1_000_000_000)

/** The seeds of random tests: a new one for each run, and in the nightly run a fixed one too. */
export const SEEDS: readonly number[] = NIGHTLY ? [FIXED, FRESH] : [FRESH]

/** Goes into the title of a test, so that a failure can be repeated. */
export const SEEDED = '(KALAKAL_TEST_SEED=%i)'

/**
 * The two ways of filling a form, for `describe.each`. `npm run verify` fills it without scripts, over HTTP: the server
 * does the same for both. The nightly run does both.
 */
export const SCRIPTS: readonly { scripts: boolean }[] = (NIGHTLY ? [true, false] : [false]).map(
  (scripts) => ({ scripts }),
)

/**
 * Part of a list of like cases.
 *
 * @returns `few` of the list, others with each fresh seed, in `npm run verify`; all in the nightly run.
 */
export function sample<T>(list: readonly T[], few: number): T[] {
  if (NIGHTLY || list.length <= few) return [...list]
  const step = list.length / few
  return Array.from(
    { length: few },
    (_, at) => list[(FRESH + Math.floor(at * step)) % list.length] as T,
  )
}

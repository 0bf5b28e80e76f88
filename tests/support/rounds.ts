/**
 * Sets the number of rounds of random and repeated tests: small in `npm run verify`, large in `npm
 * run verify:nightly`, which sets KALAKAL_NIGHTLY.
 */
export const NIGHTLY = process.env.KALAKAL_NIGHTLY === '1'

/** Rounds, draws, mutants or steps of a history. */
export const rounds = (few: number, many: number): number => (NIGHTLY ? many : few)

/** A number that is the same in every run. */
const FIXED = 20_261_122

/** A number that is another one in every run, unless KALAKAL_TEST_SEED names it: `npm run verify` prints it. */
export const FRESH = Number(process.env.KALAKAL_TEST_SEED) || 1 + (Date.now() % 1_000_000_000)

/** The seeds of random tests: a fixed one, and a new one for each run. */
export const SEEDS: readonly number[] = [FIXED, FRESH]

/** Goes into the title of a test, so that a failure can be repeated. */
export const SEEDED = '(KALAKAL_TEST_SEED=%i)'

/**
 * How much a test tries that tries again and again, or at random: little in `npm run verify`, much in
 * `npm run verify:nightly`, which sets KALAKAL_NIGHTLY.
 */
export const NIGHTLY = process.env.KALAKAL_NIGHTLY === '1'

/** Rounds, draws, mutants or steps of a history. */
export const rounds = (few: number, many: number): number => (NIGHTLY ? many : few)

/** A number that is the same in every run. */
const FIXED = 20_261_122

/** A number that is another one in every run, unless KALAKAL_TEST_SEED names it: `npm run verify` prints it. */
export const FRESH = Number(process.env.KALAKAL_TEST_SEED) || 1 + (Date.now() % 1_000_000_000)

/** What random tests begin with: one number that found nothing before, and one that nobody tried. */
export const SEEDS: readonly number[] = [FIXED, FRESH]

/** For the title of a test, so that a failure says how to have it again. */
export const SEEDED = '(KALAKAL_TEST_SEED=%i)'

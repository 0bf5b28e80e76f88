import { ROTATING } from './files.mjs'

/** @typedef {import('./files.mjs').Rotating} Rotating */

/** Shares of the slow files: a run plays one of them. */
export const SHARES = 40

/**
 * The share of each entry: the dearest first, each into the share that is cheapest so far, so that all take about as
 * long.
 *
 * @type {ReadonlyMap<Rotating, number>}
 */
const SHARE_OF = (() => {
  const sums = Array.from({ length: SHARES }, () => 0)
  /** @type {Map<Rotating, number>} */
  const shares = new Map()
  for (const entry of [...ROTATING].sort((a, b) => b.seconds - a.seconds)) {
    const share = sums.indexOf(Math.min(...sums))
    sums[share] = (sums[share] ?? 0) + entry.seconds
    shares.set(entry, share)
  }
  return shares
})()

/**
 * Returns which slow files a run with this seed plays, and which it leaves to other seeds.
 *
 * @param {number} seed
 * @returns {{ share: number, played: Rotating[], left: Rotating[] }}
 */
export function shareOf(seed) {
  const share = (Math.trunc(Math.abs(seed)) || 0) % SHARES
  const isPlayed = (/** @type {Rotating} */ entry) => SHARE_OF.get(entry) === share
  return {
    share,
    played: ROTATING.filter(isPlayed),
    left: ROTATING.filter((entry) => !isPlayed(entry)),
  }
}

/**
 * Returns the files of a suite that this process leaves to other seeds: none where a person names files, in the nightly
 * run and under `--changed`, for all of which `npm run verify` does not set KALAKAL_SHARE_OF.
 *
 * @param {string} suite
 * @returns {string[]}
 */
export function leftToOthers(suite) {
  const seed = process.env.KALAKAL_SHARE_OF
  if (!seed) return []
  return shareOf(Number(seed)).left.flatMap((entry) => (entry.suite === suite ? entry.files : []))
}

/**
 * Says what a run with this seed plays of the slow files, and what it does not.
 *
 * @param {number} seed
 * @returns {string[]} lines
 */
export function describeShare(seed) {
  const { share, played, left } = shareOf(seed)
  const names = (/** @type {Rotating[]} */ entries) =>
    entries
      .flatMap(({ suite, whole, files }) =>
        whole
          ? suite
          : files.map((file) => `${suite} ${file.replace(/^tests\/|\.test\.ts$/g, '')}`),
      )
      .join(', ')
  return [
    `Slow files played (share ${share + 1} of ${SHARES}, by the seed): ${names(played)}`,
    `Slow files left to other seeds and to the nightly run: ${names(left)}`,
  ]
}

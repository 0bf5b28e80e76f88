import { existsSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { ROTATING } from './files.mjs'
import { describeShare, leftToOthers, SHARES, shareOf } from './shares.mjs'

const seeds = Array.from({ length: SHARES }, (_, at) => 700 + at)
const seconds = (entries: { seconds: number }[]) =>
  entries.reduce((sum, entry) => sum + entry.seconds, 0)

afterEach(() => {
  vi.unstubAllEnvs()
})

it('lists files that exist, each once, each with a reason', () => {
  const listed = ROTATING.flatMap(({ suite, files }) => files.map((file) => `${suite} ${file}`))
  expect(listed.filter((one) => !existsSync(one.split(' ')[1]!))).toEqual([])
  expect(listed.length).toBe(new Set(listed).size)
  expect(ROTATING.filter(({ why }) => why.length < 12)).toEqual([])
})

it('plays every listed file under some seed, and under one of so many in a row', () => {
  const played = seeds.flatMap((seed) => shareOf(seed).played)
  expect(played.length).toBe(ROTATING.length)
  expect(new Set(played)).toEqual(new Set(ROTATING))
})

it('gives each seed a share of about the same length or one long entry, the same each time', () => {
  const shares = seeds.map((seed) => shareOf(seed).played)
  const shortest = Math.min(...shares.map(seconds))
  for (const share of shares)
    if (share.length > 1) expect(seconds(share)).toBeLessThan(1.25 * shortest)
  for (const seed of seeds) expect(shareOf(seed)).toEqual(shareOf(seed + SHARES * 1000))
})

it('leaves to others what it does not play, by suite, and says both', () => {
  const [seed] = seeds as [number]
  vi.stubEnv('KALAKAL_SHARE_OF', String(seed))
  const { played, left } = shareOf(seed)
  for (const { suite, files } of left)
    expect(leftToOthers(suite)).toEqual(expect.arrayContaining([...files]))
  for (const { suite, files } of played)
    for (const file of files) expect(leftToOthers(suite)).not.toContain(file)
  const [plays, leaves] = describeShare(seed) as [string, string]
  const nameOf = ({ suite, whole, files }: (typeof ROTATING)[number]) =>
    whole ? suite : files[0]!.replace(/^tests\/|\.test\.ts$/g, '')
  for (const entry of played) expect(plays).toContain(nameOf(entry))
  for (const entry of left) expect(leaves).toContain(nameOf(entry))
})

it('leaves nothing out where nobody asked for a share, as when files are named to vitest', () => {
  vi.stubEnv('KALAKAL_SHARE_OF', '')
  for (const { suite } of ROTATING) expect(leftToOthers(suite)).toEqual([])
})

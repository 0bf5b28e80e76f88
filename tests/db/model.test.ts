import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { ELSEWHERE, MODEL_ACTIONS, OPENING } from '../support/model/actions/index.ts'
import { DAYS } from '../support/model/days.ts'
import { type Moment, Player } from '../support/model/player.ts'
import { prepareLooking } from '../support/model/snapshot.ts'
import { FRESH, rounds, SEEDS } from '../support/rounds.ts'

/**
 * Plays random sequences of all commands by several people, alone and two at once, against a plain model of a
 * company. `npm run model` plays KALAKAL_MODEL_RUNS of them.
 */
const fixture = testFixture()
const parallel = inject('postgres') !== null
const RUNS = Number(process.env.KALAKAL_MODEL_RUNS ?? (parallel ? rounds(1, 40) : rounds(1, 8)))
/** Sequences at the same time, each in a company of its own: no more than are wanted. */
const lanes = parallel && RUNS > SEEDS.length ? 2 : 1
const players = SEEDS.flatMap((seed) =>
  Array.from({ length: lanes }, (_, lane) => ({
    player: new Player(fixture),
    seed: seed + lane,
  })),
)

const command = fc.tuple(
  fc.oneof(
    ...Object.entries(MODEL_ACTIONS).map(([name, { often }]) => ({
      weight: often,
      arbitrary: fc.constant(name),
    })),
  ),
  fc.noBias(fc.nat()),
)
const moment: fc.Arbitrary<Moment> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(command) },
  { weight: 1, arbitrary: fc.tuple(command, command) },
)
const first = fc
  .array(fc.noBias(fc.nat()), { minLength: DAYS.length, maxLength: DAYS.length })
  .map((seeds) => seeds.map((seed, n): Moment => [[DAYS[n]!, seed]]))
const then = fc.array(moment, { minLength: 70, maxLength: 100, size: 'max' })
const sequence = fc.tuple(first, then).map((parts) => parts.flat())

beforeAll(() => prepareLooking(fixture.db))

describe('every command, in any order, by anybody', () => {
  it(`changes what the model says, or is refused for a reason that the model has (KALAKAL_TEST_SEED=${FRESH})`, async () => {
    const play = ({ player, seed }: (typeof players)[number]) =>
      fc.assert(
        fc.asyncProperty(sequence, async (moments) => {
          await player.begin()
          for (const [n, each] of moments.entries()) {
            if (n === DAYS.length || n === Math.floor((2 * moments.length) / 3))
              await player.print()
            await player.play(each)
          }
          expect(await player.broken()).toEqual([])
          expect(await player.misreported()).toEqual([])
          expect(await player.reprinted()).toEqual([])
          expect(await player.sealedWrong(moments.length)).toEqual([])
        }),
        { numRuns: Math.ceil(RUNS / players.length), seed, endOnFailure: true },
      )
    if (parallel) await Promise.all(players.map(play))
    else for (const each of players) await play(each)
    // Otherwise nothing would be shown by printing again; a single history may have none.
    if (RUNS > 1)
      expect(players.reduce((sum, { player }) => sum + player.changedPages, 0)).toBeGreaterThan(0)
  }, 3_600_000)

  it('is in the model, or is named with the place where it is tried', async () => {
    const commands = await fixture.db.sql<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
         and provolatile = 'v' order by proname collate "C"`,
    )
    const functions = Object.keys(MODEL_ACTIONS).filter((name) => !MODEL_ACTIONS[name]!.write)
    expect(commands.map(({ name }) => name)).toEqual(
      [...functions, ...OPENING, ...Object.keys(ELSEWHERE)].sort(),
    )
  })
})

afterAll(() => {
  const seen = Object.keys(MODEL_ACTIONS).map((name) => {
    const counts = players.map(({ player }) => player.seen[name] ?? { done: 0, refused: 0 })
    const all = (of: 'done' | 'refused') => counts.reduce((sum, count) => sum + count[of], 0)
    return { name, done: all('done'), refused: all('refused') }
  })
  const total = (of: 'done' | 'refused') => seen.reduce((sum, each) => sum + each[of], 0)
  const hints = new Set(players.flatMap(({ player }) => [...player.hints]))
  const retries = players.reduce((sum, { player }) => sum + player.retries, 0)
  const never = seen.filter(({ done }) => done === 0).map(({ name }) => name)
  process.stdout.write(
    `${RUNS} sequences (KALAKAL_TEST_SEED=${FRESH}): ${total('done')} commands done, ${total('refused')} refused for ${hints.size} reasons, ` +
      `${retries} sent again after a collision; ${players.reduce((sum, { player }) => sum + player.changedPages, 0)} pages changed after they were printed; never done: ${never.join(', ') || 'none'}.\n`,
  )
})

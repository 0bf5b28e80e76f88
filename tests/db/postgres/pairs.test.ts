import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../../support/fixture.ts'
import { DAYS } from '../../support/model/days.ts'
import { Player } from '../../support/model/player.ts'
import { prepareLooking } from '../../support/model/snapshot.ts'
import { numbers } from '../../support/random-trade.ts'
import { rounds, SEEDED, SEEDS } from '../../support/rounds.ts'

/**
 * Plays commands on the same documents together. Of two, the first has not committed when the second runs: a command that
 * reads what it does not lock decides on what is no longer so. Three come as they come. The outcome must be that of all in
 * some order.
 */
const fixture = testFixture()
const PAIRS = Number(process.env.KALAKAL_PAIRS ?? rounds(24, 2_000))
const THREES = Math.ceil(PAIRS / 3)
/** A company is left after so many pairs, when it has many documents; and after a pair that went wrong. */
const COMPANY = 250
const MOST_TOLD = 10

beforeAll(() => prepareLooking(fixture.db))

describe.each([
  { together: 'pairs that overlap', count: 2, moments: PAIRS },
  { together: 'three at once', count: 3, moments: THREES },
])('$together', ({ count, moments }) => {
  it.each(SEEDS)(
    `have the outcome of one after the other ${SEEDED}`,
    async (seed) => {
      const player = new Player(fixture, true)
      const next = numbers(seed)
      const draw = () => Math.floor(next() * (2 ** 31 - 1))
      const wrong: string[] = []
      let left = 0
      for (let moment = 0; moment < moments && wrong.length < MOST_TOLD; moment++) {
        try {
          if (left === 0) await begin(player, draw)
          left = (left || COMPANY) - 1
          // A single command in between brings documents to where the others are about them.
          if (moment % 2 === 0) await player.play([[DAYS[draw() % DAYS.length]!, draw()]])
          await player.playTogether(draw(), count)
        } catch (error) {
          wrong.push(String(error))
          left = 0
        }
      }
      process.stdout.write(
        `${moments} times ${count} commands (KALAKAL_TEST_SEED=${seed}): ${player.together.size} kinds, ${player.retries} sent again.\n`,
      )
      expect(wrong).toEqual([])
      expect(await player.broken()).toEqual([])
    },
    3_600_000,
  )
})

/** A company with documents of every kind. */
async function begin(player: Player, draw: () => number): Promise<void> {
  await player.begin()
  for (const name of DAYS) await player.play([[name, draw()]])
}

import { describe, expect, it } from 'vitest'
import { disburse } from '../../support/disburse.ts'
import { testFixture } from '../../support/fixture.ts'
import { rounds } from '../../support/rounds.ts'

const fixture = testFixture()
const d = disburse(fixture)

/** Voucher numbers have no gaps and no duplicates (invariant 11), also when many clients save at once. */
describe('vouchers at the same moment', () => {
  it('ten clients draw numbers at once, a quarter of them rolled back after the draw: no gap, no double', async () => {
    const typed = JSON.stringify(await d.typed('10.00'))
    const each = rounds(40, 300)
    const made: number[] = []
    // The whole transaction fails once the voucher is written and its number drawn.
    const broken = `with made as materialized (select public.create_voucher($1::uuid, gen_random_uuid(), $2::text::jsonb) as voucher)
      select 1 / (length(voucher::text) - length(voucher::text)) from made`
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        for (let n = 0; n < each; n++)
          if (n % 4 === 0)
            await expect(
              fixture.db.as(d.clerk(), broken, [fixture.a, typed]),
            ).rejects.toMatchObject({
              code: '22012',
            })
          else
            made.push((await d.rpc('create_voucher', { p_voucher: JSON.parse(typed) })).voucher_no)
      }),
    )
    const length = 10 * 0.75 * each
    expect(made.sort((a, b) => a - b)).toEqual(Array.from({ length }, (_, n) => 1 + n))
    const [project] = await fixture.db.sql<{ voucher_count: number }>(
      'select voucher_count from public.projects where id = $1::uuid',
      [fixture.a],
    )
    expect(project!.voucher_count).toBe(length + 1)
  })

  it('refuse one of two users who edit, print, approve or cancel one voucher', async () => {
    for (let round = 0; round < rounds(3, 10); round++) {
      const made = await d.write('100.00')
      const results = await Promise.allSettled([
        d.edit(made, await d.typed('200.00')),
        d.print(made),
        d.approve(made),
        d.cancel(made),
      ])
      const answers = results.map((r) => (r.status === 'fulfilled' ? 'done' : r.reason.hint))
      expect(answers.sort()).toEqual(['done', ...Array(3).fill('stale_version')])
    }
  })
})

import { expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)

async function validated() {
  const booking = await shop.book(await shop.customer(), [
    [await shop.product('10.00', 1), 1, '10.00'],
  ])
  const { version } = await shop.validate(booking.id, booking.version)
  return { id: booking.id, version }
}

const table = (name: string, ...args: string[]) =>
  fixture.db.as<Record<string, unknown>>(
    fixture.role['invoice admin'],
    `select * from public.${name}($1::uuid${args.map((_, n) => `, $${n + 2}`).join('')})`,
    [fixture.a, ...args],
  )

it('names a jump of fifty numbers or more once, as another booklet that misses none', async () => {
  for (const no of ['JUMP 0001', 'JUMP 0003', 'JUMP 0991']) {
    const one = await validated()
    await shop.invoice(one.id, one.version, no)
  }
  const jump = (await table('invoice_series_list')).find((row) => row.series === 'JUMP')!
  expect([jump.invoices, jump.missing].map(Number)).toEqual([3, 1])
  expect(
    (await table('invoice_gaps', 'JUMP')).map((row) => [row.from_no, row.to_no, row.missing]),
  ).toEqual([
    ['JUMP 0004', 'JUMP 0990', null],
    ['JUMP 0002', 'JUMP 0002', '1'],
  ])
  const numbers = await fixture.db.as<Record<string, string | null>>(
    fixture.role.Owner,
    `select kind, figures ->> 'first_no' as first, figures ->> 'last_no' as last, figures ->> 'missing' as missing
     from public.report_invoice($1::uuid, '{"level": "numbers"}') where figures ->> 'first_no' like 'JUMP%'`,
    [fixture.a],
  )
  expect(numbers.map((row) => [row.kind, row.first, row.last, row.missing])).toEqual([
    ['missing', 'JUMP 0002', null, '1'],
    ['booklet', 'JUMP 0004', 'JUMP 0990', '0'],
  ])
})

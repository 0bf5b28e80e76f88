import { describe, expect, it } from 'vitest'
import { differences, idsIn, labelOf, type Values } from './labels.ts'

const ANA = '11111111-1111-4111-8111-111111111111'
const SELF = '22222222-2222-4222-8222-222222222222'
const wording = {
  nameOf: (id: string) => (id === ANA ? 'Ana Reyes' : null),
  timeZone: 'Asia/Manila',
  self: SELF,
}
const told = (before: Values, after: Values) =>
  differences(before, after, wording).map(({ label, was, is }) => `${label}: ${was} → ${is}`)

describe('a change in words', () => {
  it.each<[string, Values, Values, string[]]>([
    ['money', { total: 1000 }, { total: 1234.5 }, ['Total: 1,000.00 → 1,234.50']],
    [
      'prices per case',
      { def_cost: 96.25, def_cost_pieces: 12 },
      { def_cost: 8, def_cost_pieces: 1 },
      ['Default cost: 96.25 per 12 pc → 8.00'],
    ],
    [
      'pieces of a price alone',
      { cost_pieces: 1 },
      { cost_pieces: 12 },
      ['Cost for (pieces): 1 → 12'],
    ],
    ['days of the week', { weekday: 7 }, { weekday: 1 }, ['Weekday: Sunday → Monday']],
    ['states', { state: 'in_use' }, { state: 'lost' }, ['Status: in use → lost']],
    ['pieces', { quantity: 5 }, { quantity: 1200 }, ['Quantity: 5 → 1,200']],
    ['days', { date_due: null }, { date_due: '2026-11-21' }, ['Date due: null → 11/21/2026']],
    [
      'moments in the time zone of the project',
      { approved_at: null },
      { approved_at: '2026-11-21T17:30:00+00:00' },
      ['Approved: null → 11/22/2026 01:30'],
    ],
    ['people', { agent_id: SELF }, { agent_id: ANA }, ['Agent: removed record → Ana Reyes']],
    [
      'states',
      { cheque_state: 'on_hand' },
      { cheque_state: 'deposited' },
      ['Cheque state: on hand → deposited'],
    ],
    ['a yes or no', { on_hold: false }, { on_hold: true }, ['On hold: null → yes']],
    ['an empty text', { remarks: 'Late' }, { remarks: '' }, ['Remarks: Late → null']],
    ['lists', { categories: ['A'] }, { categories: ['A', 'B'] }, ['Categories: A → A, B']],
    [
      'settings, key by key',
      { settings: { age_by: 'due', vat_percent: 12 } },
      { settings: { age_by: 'due', vat_percent: 0 } },
      ['VAT %: 12 → 0'],
    ],
    [
      'what was no amount before it was repaired',
      { voucher_approval_above: 'odd', credit_line: '-1e400', balance: 'NaN' },
      { voucher_approval_above: '50000.00', credit_line: '5', balance: 'Infinity' },
      ['Voucher approval above: odd → 50,000.00', 'Credit limit: -1e400 → 5.00'],
    ],
    [
      'a number beyond those that JavaScript knows',
      JSON.parse('{"voucher_approval_above": -1e400}') as Record<string, unknown>,
      { voucher_approval_above: '50000.00' },
      ['Voucher approval above: unreadable → 50,000.00'],
    ],
    [
      'nothing of fields that only the program uses',
      { search_key: 'a', version: 1 },
      { search_key: 'b', version: 2 },
      [],
    ],
    [
      'nothing of the link of a line to its own document',
      {},
      { booking_id: SELF, quantity: 2 },
      ['Quantity: null → 2'],
    ],
    ['nothing of a new row’s zeros', {}, { total: 0, area: 'North' }, ['Area: null → North']],
    [
      'VAT classes as papers do',
      { vat_class: 'zero_rated' },
      { vat_class: 'vatable' },
      ['VAT class: Zero-rated → VATable'],
    ],
    ['what stays', { area: 'North' }, { area: 'North' }, []],
  ])('tells %s', (_, before, after, expected) => {
    expect(told(before, after)).toEqual(expected)
  })

  it('names columns as people do', () => {
    expect(
      ['so_no', 'date_added', 'tin_no', 'customer_id', 'cancelled_by', 'vat_amount'].map(labelOf),
    ).toEqual(['SO no.', 'Date added', 'TIN', 'Customer', 'Cancelled by', 'VAT amount'])
  })

  it('looks up ids once', () => {
    expect(idsIn([{ agent_id: ANA, id: SELF, area: 'x' }, null, { cancelled_by: ANA }])).toEqual([
      ANA,
    ])
  })
})

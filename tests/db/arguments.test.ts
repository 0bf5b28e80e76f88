import { describe, expect, it } from 'vitest'
import type { SqlError } from '../support/database.ts'
import { testFixture } from '../support/fixture.ts'

const fixture = testFixture()

/** Values that no numeric field of a JSON argument accepts. */
const NO_NUMBER = [
  'NaN',
  'Infinity',
  '-Infinity',
  '1e5',
  '1E5',
  '--1',
  '+1',
  ' 1 ',
  '1 ',
  '\t1',
  '1_000',
  '1,000',
  '0x10',
  '0b1',
  '1.',
  '.5',
  '1.2.3',
  '٣',
  '１',
  '9'.repeat(400),
  `1.${'0'.repeat(400)}`,
  true,
  ['1'],
  { a: 1 },
]
const CONTROL = [
  '\u0001',
  '\u0008',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u009f',
  '\u2028',
  '\u202e',
  '\uffff',
]

/** Values that each reader refuses, and some that it takes. */
const READERS: Record<string, { refused: unknown[]; taken: unknown[] }> = {
  read_money: {
    refused: [...NO_NUMBER, '-1', '1.005', '1000000000000'],
    taken: ['0', '1234.5', '999999999999.99', 12.5, null, ''],
  },
  read_signed_money: {
    refused: [...NO_NUMBER, '1.005', '-', '- 1', '-1000000000000'],
    taken: ['-1', '-999999999999.99', '0', 1, null],
  },
  read_int: {
    refused: [...NO_NUMBER, '-1', '1.5', '1000000000', '2147483648'],
    taken: ['0', '999999999', 7, null],
  },
  read_pieces: { refused: [...NO_NUMBER, '-1', '10000001'], taken: ['1', '10000000'] },
  read_number: { refused: NO_NUMBER, taken: ['-1.5', '1234.567890'] },
  read_boolean: {
    refused: ['yes', 't', 'TRUE', '2', 'null', ['true'], { a: 1 }],
    taken: [true, false, 'true', '1', null],
  },
  read_date: {
    refused: [
      'infinity',
      '-infinity',
      'today',
      'yesterday',
      '2026-01-01T23:00:00Z',
      'now',
      'epoch',
      '1899-12-31',
      '3000-01-01',
      '0001-01-01',
      '294276-01-01',
      '4713-01-01 BC',
      '2026-02-30',
      '2026-13-01',
      '2026-1-1',
      '20260101',
      ' 2026-01-01',
      '2026-01-01T00:00',
      20260101,
      ['2026-01-01'],
    ],
    taken: ['1900-01-01', '2026-02-28', '2999-12-31', null],
  },
  read_uuid: {
    refused: [
      'x',
      '1',
      '{6b1f0b7e-0000-4000-8000-000000000000}',
      '6b1f0b7e000040008000000000000000',
      ['a'],
    ],
    taken: ['6b1f0b7e-0000-4000-8000-000000000000', null],
  },
  read_text: {
    refused: [
      ...CONTROL.map((odd) => `a${odd}b`),
      'a\nb',
      'a\tb',
      'x'.repeat(201),
      ['a'],
      { a: 1 },
    ],
    taken: ['a', 'é'.repeat(200), '=1+1', '漢字', '👍', null],
  },
  read_list: { refused: ['x', 1, { a: 1 }, Array(501).fill(1)], taken: [[1], [], null] },
}

const read = (reader: string, field: string, value: unknown) =>
  fixture.db
    .sql(`select private.${reader}($1::text::jsonb, $2)`, [
      JSON.stringify({ [field]: value }),
      field,
    ])
    .then(
      () => 'taken',
      ({ code, hint, detail }: SqlError) => [code, hint, detail].join(' '),
    )

describe('values of JSON arguments', () => {
  it.each(Object.entries(READERS))(
    '%s takes no odd one, and names the field',
    async (reader, { refused, taken }) => {
      for (const value of refused)
        expect([value, await read(reader, 'field', value)]).toEqual([value, '22023 invalid field'])
      for (const value of taken)
        expect([value, await read(reader, 'field', value)]).toEqual([value, 'taken'])
    },
  )

  it('have several lines where reasons, remarks, notes and addresses are written', async () => {
    for (const field of [
      'reason',
      'variance_reason',
      'remarks',
      'note',
      'address',
      'other_info1',
    ]) {
      expect(await read('read_text', field, 'one\r\n\ttwo')).toBe('taken')
      expect(await read('read_text', field, 'a\u0007')).toBe(`22023 invalid ${field}`)
    }
  })

  it('are read by these functions alone: a cast of its own would raise an error without field', async () => {
    const found = await fixture.db.sql<{ name: string; cast: string }>(
      `select p.proname as name, m[1] as cast from pg_proc p,
         regexp_matches(p.prosrc, '(\\((?:p_\\w+|v_item\\.value|v_line|[a-z]\\.value) (?:->>|#>>) ''+[^'']+''+\\)::\\w+)', 'g') m
       where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)`,
    )
    // These lines were read and checked before.
    const checked = [
      "(p_details ->> 'vat_percent')::numeric",
      "(p_details ->> 'price_floor_percent')::numeric",
      // Numbers of rows, which the import counts on its own.
      "(p_rows ->> 'first')::int",
      "(s.value ->> 'no')::int",
      // Arguments of allocate_oldest_first, which write_receipt and the import of receipts have read.
      "(x.value ->> 'customer_id')::uuid",
      "(x.value ->> 'amount')::numeric",
      // Lines of a memo as it stands in its table.
      "(l.value ->> 'amount')::numeric",
      "(l.value ->> 'vat_amount')::numeric",
      // Measures of a form, after a look at their type.
      "(e.value #>> '{}')::numeric",
    ]
    expect(found.filter(({ cast }) => !checked.includes(cast))).toEqual([])
  })

  it('give an amount and a sum that their columns hold', async () => {
    const limit = (amount: string) =>
      fixture.db.sql("select private.limit_amount($1::numeric, 'lines')", [amount]).then(
        () => 'taken',
        ({ hint, detail }: SqlError) => `${hint} ${detail}`,
      )
    expect(await limit('999999999999.99')).toBe('taken')
    expect(await limit('1000000000000.00')).toBe('invalid lines')
    expect(await limit('NaN')).toBe('invalid lines')
  })
})

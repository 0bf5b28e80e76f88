import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { SqlError } from '../support/database.ts'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'
import { readSources } from '../support/vocabulary.ts'

const fixture = testFixture()
const t = trade(fixture)

/** What is no day, though PostgreSQL or JavaScript would make one of it. */
const NO_DAYS = [
  'yesterday',
  'tomorrow',
  'now',
  'infinity',
  '-infinity',
  '2026-01-01T23:00:00Z',
  '2026-01-01 23:30+00',
  '2026-02-30',
  '2026-1-1',
  '01/02/2026',
  '20260101',
  ' 2026-01-01',
  '',
]

/** Days of commands that may be to come, each with its reason. No other day that a command reads is in the future. */
const MAY_BE_TO_COME: Record<string, string> = {
  'read_receipt_part cheque_date': 'a post-dated cheque of a customer',
  'read_voucher cheque_date': 'a post-dated cheque of ours',
  'next_cheque next_date': 'the cheque in place of a spoiled one',
  'save_price_list valid_from': 'a price is agreed before it counts',
  'read_list_item valid_from': 'a price is agreed before it counts',
  'reprice_list valid_from': 'a price is agreed before it counts',
  'decide_field_act date': 'the command of the act refuses it',
  'read_deliveries from': 'the day of an entry that is there',
  // These are compared with today a few lines later.
  'read_booking date_added': 'private.past_date in read_booking',
  'create_purchase delivery_date': 'private.posting_date in create_purchase',
}

describe('days', () => {
  it('are texts at the door: no function of the API takes a date or a moment', async () => {
    const rows = await fixture.db.sql<{ name: string }>(
      `select p.proname as name from pg_proc p, unnest(p.proargtypes::oid[]) a (type)
       where p.pronamespace = 'public'::regnamespace and a.type in ('date'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype,
         'date[]'::regtype, 'timestamptz[]'::regtype)`,
    )
    expect(rows).toEqual([])
  })

  it('are of no table that people write directly', async () => {
    const rows = await fixture.db.sql(
      `select c.relname, a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid in ('date'::regtype, 'timestamptz'::regtype)
         and (has_column_privilege('authenticated', c.oid, a.attnum, 'insert')
           or has_column_privilege('authenticated', c.oid, a.attnum, 'update'))`,
    )
    expect(rows).toEqual([])
  })

  it('of every function are refused where they are none, by the name of their field', async () => {
    const days = await fixture.db.sql<{ name: string; args: string[]; day: string }>(
      `select p.proname as name, p.proargnames[1:p.pronargs] as args, m[1] as day
       from pg_proc p, regexp_matches(p.prosrc, 'read_day\\((p_\\w+)', 'g') m
       where p.pronamespace = 'public'::regnamespace order by 1`,
    )
    expect(days.length).toBeGreaterThan(12)
    const wrong: unknown[] = []
    for (const { name, args, day } of days) {
      const call = (value: string) =>
        fixture.db
          .rpc(fixture.both, name, {
            ...Object.fromEntries(args.map((each) => [each, null])),
            p_project: fixture.a,
            ...(args.includes('p_idempotency_key') ? { p_idempotency_key: randomUUID() } : {}),
            ...(args.includes('p_products') ? { p_products: { products: [] } } : {}),
            [day]: value,
          })
          .then(
            () => 'taken',
            ({ code, hint, detail }: SqlError) => [code, hint, detail].join(' '),
          )
      const refusal = `22023 invalid ${day.slice(2)}`
      for (const value of NO_DAYS) if ((await call(value)) !== refusal) wrong.push([name, value])
      // A sound day comes as far as the other arguments.
      if ((await call('2026-01-31')) === refusal) wrong.push([name, 'a sound day'])
    }
    expect(wrong).toEqual([])
  })

  it('of JSON are read by one function, which takes no empty text for a day that is left out', async () => {
    const { all } = await readSources(fixture.db.sql)
    const past = all
      .filter(({ source }) => /->>?\s*(?:'\w+'|p_key)\)?::date\b/.test(source))
      .map(({ name }) => name)
    // It reads a document as the product keeps it.
    expect(past).toEqual(['e_invoice_content'])
    const read = (json: object, name = 'read_date') =>
      fixture.db
        .sql<{ day: string | null }>(
          `select private.${name}(${name === 'read_past_date' ? `'${fixture.a}', ` : ''}$1::text::jsonb, 'day')::text as day`,
          [JSON.stringify(json)],
        )
        .then(
          ([row]) => row!.day,
          ({ code, hint, detail }: SqlError) => [code, hint, detail].join(' '),
        )
    for (const name of ['read_date', 'read_past_date']) {
      expect(await read({}, name)).toBeNull()
      expect(await read({ day: null }, name)).toBeNull()
      expect(await read({ day: '2026-01-31' }, name)).toBe('2026-01-31')
      for (const day of NO_DAYS)
        expect([name, day, await read({ day }, name)]).toEqual([name, day, '22023 invalid day'])
    }
  })

  it('are no empty text in a receipt, which would be dated today', async () => {
    const receipt = {
      ...{ customer_id: await t.customer(), amount: '10.00', cr_no: `CR-${randomUUID()}` },
    }
    for (const field of ['date_collected', 'cr_date', 'drr_date'])
      await expect(
        t.rpc('record_collection', { p_collection: { ...receipt, [field]: '' } }),
      ).rejects.toMatchObject({ code: '22023', hint: 'invalid', detail: field })
  })

  it('are in the future only where a paper can be', async () => {
    const { all, behind } = await readSources(fixture.db.sql)
    const reached = new Set<string>()
    const reach = (source: string) => {
      for (const [, name] of source.matchAll(/private\.(\w+)\(/g))
        if (!reached.has(name!)) {
          reached.add(name!)
          reach(behind.get(name!) ?? '')
        }
    }
    for (const { schema, source } of all)
      if (schema === 'public' && source.includes('begin_command')) reach(source)
    const open: string[] = []
    for (const name of reached) {
      const source = behind.get(name) ?? ''
      for (const match of source.matchAll(/private\.read_date\([^']*'(\w+)'/g)) {
        const before = source.slice(0, match.index).replace(/coalesce\($/, '')
        if (!/private\.(past_date|posting_date|not_before)\([\w.]+, $/.test(before))
          open.push(`${name} ${match[1]}`)
      }
    }
    expect([...new Set(open)].sort()).toEqual(Object.keys(MAY_BE_TO_COME).sort())
  })

  it('of a CR, a DRR and an invoice of a supplier are never in the future', async () => {
    const [{ tomorrow }] = (await fixture.db.sql<{ tomorrow: string }>(
      'select (private.business_date($1) + 1)::text as tomorrow',
      [fixture.a],
    )) as [{ tomorrow: string }]
    const product = await t.product()
    const customer = await t.customer()
    const receipt = (days: object) =>
      t.rpc('record_collection', {
        p_collection: {
          customer_id: customer,
          amount: '10.00',
          cr_no: `CR-${randomUUID().slice(0, 8)}`,
          ...days,
        },
      })
    for (const field of ['cr_date', 'drr_date'])
      await expect(receipt({ [field]: tomorrow })).rejects.toMatchObject({
        hint: 'not_in_future',
        detail: field,
      })
    await expect(receipt({ cr_date: '2026-01-05' })).resolves.toBeTruthy()
    await expect(
      t.rpc('create_purchase', {
        p_purchase: {
          po_no: 'PO-1',
          supplier: 'S',
          invoice_date: tomorrow,
          lines: [{ product_id: product, quantity: 1, cost: '1.00' }],
        },
      }),
    ).rejects.toMatchObject({ hint: 'not_in_future', detail: 'invoice_date' })
  })
})

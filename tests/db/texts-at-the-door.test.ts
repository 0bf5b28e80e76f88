import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)

/** Writings that nobody can tell from "Niño 1". */
const ALIKE = [
  'Nin\u0303o 1',
  'Ni\u00f1o\u00a01',
  'Ni\u200b\u00f1o 1',
  '\ufeffNi\u00f1o 1',
  'Ni\u00adño 1\u200e',
  'Ni\u00f1\u2060o\u20031',
  'Ni\u00f1o 1\ufe0f',
  'Ni\u00f1o\ufff9 1\u{e0041}',
  'Ni\u{1d173}\u00f1o 1\u{e0100}',
]
const PLAIN = 'Ni\u00f1o 1'

describe('texts', () => {
  it('are composed and have no letters that nobody sees, also within JSON', async () => {
    for (const text of ALIKE) {
      const [row] = await fixture.db.sql<{ text: string; json: unknown }>(
        'select private.clean_text($1) as text, private.clean_json(jsonb_build_object($1::text, array[$1::text], $2::text, 1.50)) as json',
        [text, 'n'],
      )
      expect(row).toEqual({ text: PLAIN, json: { [PLAIN]: [PLAIN], n: 1.5 } })
    }
    const [kept] = await fixture.db.sql<Record<string, string>>(
      "select private.clean_text('') as empty, private.clean_text(E'a\\n\\tb') as lines, private.clean_text('漢字 👍 Ñ') as letters",
    )
    expect(kept).toEqual({ empty: '', lines: 'a\n\tb', letters: '漢字 👍 Ñ' })
  })

  it('have no character that shows nothing by its nature', async () => {
    const unseen: number[] = []
    for (let code = 1; code <= 0x10ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue
      const letter = String.fromCodePoint(code)
      // Characters that turn the line are refused (private.control_characters).
      if (/[\u202a-\u202e\u2066-\u2069]/u.test(letter)) continue
      if (/\p{Default_Ignorable_Code_Point}/u.test(letter)) unseen.push(code)
    }
    expect(unseen.length).toBeGreaterThan(4000)
    // Fillers, strokes over letters, and parts of Korean letters, which Unicode does not call ignorable.
    unseen.push(0x115e, 0x16fe4, 0x1d159, 0x13441, 0x0334, 0x0338, 0x20d2, 0x20e5, 0x11a8)
    const kept = await fixture.db.sql(
      `select to_hex(c) as code from unnest(array(select jsonb_array_elements_text($1::text::jsonb)::int)) c
       where private.clean_text('a' || chr(c) || 'b') <> 'ab'`,
      [JSON.stringify(unseen)],
    )
    expect(kept).toEqual([])
    const [whole] = await fixture.db.sql<{ text: string }>(
      'select private.clean_text($1) as text',
      ['\u1112\u1161\u11ab 각 ≠ <\u0338'],
    )
    // A pair that composes is a letter or sign of its own.
    expect(whole!.text).toBe('한 각 ≠ ≮')
  })

  it('come in through every function that writes only so', async () => {
    const rows = await fixture.db.sql<{ name: string; arg: string; source: string }>(
      `select p.proname as name, a.arg, p.prosrc as source from pg_proc p, unnest(p.proargnames[1:p.pronargs], p.proargtypes::oid[]) a (arg, type)
       where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v' and a.type in ('text'::regtype, 'jsonb'::regtype)`,
    )
    expect(rows.length).toBeGreaterThan(100)
    const open = rows.filter(
      ({ arg, source }) =>
        !new RegExp(`private\\.(clean_text|clean_json|read_day)\\(${arg}\\b`).test(source) &&
        // private.import_sheet does it for all kinds.
        !source.includes('private.import_sheet('),
    )
    // One of a list, beside numbers that are looked up.
    expect(open.map(({ name, arg }) => `${name} ${arg}`)).toEqual(['print_documents p_kind'])
  })

  it('come into each table that people write directly through its trigger', async () => {
    const rows = await fixture.db.sql<{ name: string; guarded: boolean }>(
      `select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'explain_checks') as guarded
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and exists (
         select from pg_attribute a where a.attrelid = c.oid and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype)
           and (has_column_privilege('authenticated', c.oid, a.attnum, 'insert')
             or has_column_privilege('authenticated', c.oid, a.attnum, 'update'))) order by 1`,
    )
    expect(rows.filter(({ guarded }) => !guarded)).toEqual([])
    expect(rows.length).toBeGreaterThan(5)
  })

  it('make no second product, written directly, by a command or by a sheet', async () => {
    const staff = fixture.role['special access 1']
    const write = (code: string) =>
      fixture.db.as(
        staff,
        'insert into public.products (project_id, id, description, material_code, case_config, def_cost, def_srp) values ($1::uuid, $2::uuid, $3, $3, 1, 1, 1)',
        [fixture.a, randomUUID(), code],
      )
    await write(ALIKE[0]!)
    const [made] = await fixture.db.sql<{ code: string; name: string }>(
      'select material_code as code, description as name from public.products order by created_at desc limit 1',
    )
    expect(made).toEqual({ code: PLAIN, name: PLAIN })
    for (const text of ALIKE) await expect(write(text)).rejects.toMatchObject({ code: '23505' })
    const sheet = await t.rpc<{ errors: { message: string }[] }>('import_products', {
      p_import: {
        rows: ALIKE.slice(0, 3).map((code) => ({
          material_code: code,
          description: code,
          def_cost: '1',
          def_srp: '1',
        })),
      },
    })
    // Each is there already, and they are one.
    expect(sheet.errors).toHaveLength(5)
  })

  it('are kept plain by commands', async () => {
    const customer = await t.rpc<{ id: string; name: string }>('request_customer', {
      p_customer: { name: ALIKE[4], store_name: ALIKE[2], agent_id: fixture.role.Agent },
    })
    expect(customer.name).toBe(PLAIN)
    const [row] = await fixture.db.sql(
      'select name, store_name from public.customers where id = $1',
      [customer.id],
    )
    expect(row).toEqual({ name: PLAIN, store_name: PLAIN })
  })
})

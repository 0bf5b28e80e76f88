import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { chequesOut } from '../support/cheques-out.ts'
import type { SqlError } from '../support/database.ts'
import { disburse } from '../support/disburse.ts'
import { testFixture } from '../support/fixture.ts'
import { fieldReceipts } from '../support/remittance.ts'
import { trade } from '../support/trade.ts'
import { warehouse } from '../support/warehouse.ts'

const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)
const d = disburse(fixture)
const out = chequesOut(fixture, t)
const taken = fieldReceipts(fixture, t)
const w = warehouse(fixture, t)

/** Number of clients that use one number at the same moment. PGlite has one connection and serializes them. */
const ABREAST = 20
const all = (run: (i: number) => Promise<unknown>) =>
  Promise.all(
    Array.from({ length: ABREAST }, (_, i) =>
      run(i).then(
        () => 'done',
        ({ code, hint, detail }: SqlError) => ({ code, hint, detail }),
      ),
    ),
  )
const admin = (name: string, args: Record<string, unknown>, project = fixture.a) =>
  fixture.db.rpc(fixture.admin, name, {
    p_project: project,
    p_idempotency_key: randomUUID(),
    ...args,
  })
const made = async <T>(count: number, one: (i: number) => Promise<T>) => {
  const list: T[] = []
  for (let i = 0; i < count; i++) list.push(await one(i))
  return list
}

/** The unique keys beside primary keys, and what uses them at the same moment here; the others say why none can. */
const KEYS: Record<string, string> = {
  bookings_invoice_no_key: 'an invoice number',
  bookings_so_no_key: 'drawn from the project, whose row is locked',
  booking_lines_project_id_booking_id_line_no_id_product_id_c_key: 'lines of a new booking',
  collections_cr_no_key: 'a CR number',
  collections_part_key: 'parts of a new receipt',
  collections_cheque_key: 'a cheque of a customer',
  deposit_slips_no_key: 'a deposit slip',
  cash_deposits_slip_key: 'cash of a slip, whose row is locked',
  cheque_events_replaced_by_key: 'a receipt that is made for it',
  remittances_drr_no_key: 'a DRR number',
  vouchers_voucher_no_key: 'drawn from the project, whose row is locked',
  vouchers_cheque_key: 'a cheque of a voucher',
  voucher_lines_project_id_voucher_id_line_no_key: 'lines of a voucher, whose row is locked',
  document_files_path_key: 'a file of a voucher',
  issued_cheques_no_key: 'a cheque book',
  issued_cheques_voucher_key: 'a voucher, whose row is locked',
  warehouse_requests_no_key: 'a warehouse request',
  bad_orders_no_key: 'drawn from the project, whose row is locked',
  delivery_receipts_no_key: 'drawn from the project, whose row is locked',
  memos_no_key: 'drawn from the project, whose row is locked',
  e_memos_memo_key: 'written with the approval of its memo, whose row is locked',
  memos_purchase_key: 'the record is made with it',
  memos_request_key: 'the memo of a warehouse request, whose row is locked',
  purchase_lines_project_id_purchase_id_line_no_key: 'lines of a new purchase',
  product_edit_requests_pending_key: 'a correction of a purchase line',
  products_material_code_key: 'a product code',
  projects_name_key: 'the name of a project',
  report_prints_no_key: 'drawn while the project is locked for prints',
  report_views_name_key: 'replaced by the later one',
  agent_targets_project_id_agent_id_from_month_key: 'replaced by the later one',
  accounts_account_key: 'an account of the chart, changed one after the other',
  price_lists_name_key: 'lists are saved one after the other',
  price_lists_default_key: 'lists are saved one after the other',
  price_list_items_product_key: 'prices of a list, whose row is locked',
  price_list_items_category_key: 'prices of a list, whose row is locked',
  customer_groups_name_key: 'groups are saved one after the other',
  suppliers_name_key: 'the first one is taken',
  devices_person_key: 'the first one is taken',
  routes_stop_key: 'the days of a person, saved one after the other',
  paper_forms_paper_key: 'written directly',
  push_subscriptions_browser_key: 'replaced by the later one',
  push_subscriptions_endpoint_key: 'replaced by the later one',
  banks_account_no_key: 'written directly',
  payees_fname_key: 'written directly',
  releasers_lname_key: 'written directly',
  cost_centers_cost_center_key: 'written directly',
}

/** Ways to write a number of a paper, of which one client each uses one. */
const spelled = (number: string, i: number) =>
  [number, number.toLowerCase(), number.replace('-', ' '), ` ${number.replace('-', '')}.`][i % 4]!
const duplicate = (detail: string) => ({ code: '23505', hint: 'duplicate', detail })

let product: string
let customer: string
beforeAll(async () => {
  product = await t.product('10.00', 1000)
  customer = await t.customer()
}, 60_000)

describe('a number that only one document may have', () => {
  it('is of a key that is known here', async () => {
    const found = await fixture.db.sql<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index
       where indisunique and not indisprimary and indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
    )
    expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(KEYS).sort())
  })

  /** Prepares a race: what each client does, and what all but the first are told, then and at any later time. */
  const races: Record<string, () => Promise<[(i: number) => Promise<unknown>, object]>> = {
    'a CR number': async () => [
      (i) => taken.take(customer, '5.00', { cr_no: spelled('CR-RACE', i), collector_id: null }),
      duplicate('cr_no'),
    ],
    'a cheque of a customer': async () => [
      (i) =>
        taken.take(customer, '5.00', {
          collector_id: null,
          collection_type: 'cheque',
          cheque_bank: spelled('B-BANK', i),
          cheque_no: spelled('RACE-1', i),
          cheque_date: '2026-01-01',
        }),
      duplicate('cheque_no'),
    ],
    'an invoice number': async () => {
      const bookings = await made(ABREAST + 1, async () => {
        const { id, version } = await t.book(customer, [[product, 1, '10.00']])
        return { id, ...(await t.validate(id, version)) }
      })
      return [
        (i) => t.invoice(bookings[i]!.id, bookings[i]!.version, spelled('INV-RACE', i)),
        duplicate('invoice_no'),
      ]
    },
    'a deposit slip': async () => {
      const bank = await tr.bank()
      const day = await tr.day()
      const cheques = await made(ABREAST + 1, () => tr.cheque(customer, '5.00', [], day))
      return [
        (i) => tr.deposit(bank, [cheques[i]!], null, spelled('SLIP-RACE', i)),
        duplicate('slip_no'),
      ]
    },
    'a DRR number': async () => {
      const receipts = await made(ABREAST + 1, () => taken.cash(customer, '10.00'))
      return [
        (i) => taken.remit([receipts[i]!], { '10': 1 }, { drr_no: spelled('DRR-RACE', i) }),
        duplicate('drr_no'),
      ]
    },
    'a cheque of a voucher': async () => {
      const typed = await d.byCheque('10.00', { cheque_no: 'RACE' })
      return [
        (i) =>
          d.rpc('create_voucher', {
            p_voucher: { ...typed, cheque_no: ['RA-CE', 'ra-ce', 'race'][i % 3] },
          }),
        duplicate('cheque_no'),
      ]
    },
    'a cheque book': async () => {
      const bank = await tr.bank()
      return [() => out.book(bank, '9001', '9005'), duplicate('first_no')]
    },
    'a file of a voucher': async () => {
      const voucher = await d.write('10.00')
      const path = await d.upload(voucher)
      return [() => d.attach(voucher, path), duplicate('files')]
    },
    'a correction of a purchase line': async () => {
      await t.buy(product, 5)
      const [line] = await fixture.db.sql<{ id: string }>(
        'select id from public.purchase_lines where product_id = $1::uuid limit 1',
        [product],
      )
      const p_request = {
        purchase_line_id: line!.id,
        item_to_edit: 'quantity',
        what_edit: '4',
        reason: 'Miscounted',
      }
      return [
        () => t.rpc('request_product_edit', { p_request }),
        { code: 'P0001', hint: 'wrong_state', detail: 'item_to_edit' },
      ]
    },
    'the name of a project': async () => [
      () => admin('create_project', { p_details: { name: 'Race' } }, randomUUID()),
      duplicate('name'),
    ],
    'the id of a project': async () => {
      const id = randomUUID()
      return [
        (i) => admin('create_project', { p_details: { name: `Race ${i}` } }, id),
        duplicate('project'),
      ]
    },
    'a person’s membership': async () => {
      const user_id = randomUUID()
      await fixture.db.sql('insert into auth.users (id, email) values ($1::uuid, $2)', [
        user_id,
        'race@fixture.test',
      ])
      const p_member = {
        user_id,
        email: 'race@fixture.test',
        display_name: 'Race',
        role: 'warehouse',
        project_ids: [fixture.a],
      }
      return [() => admin('provision_member', { p_member }), duplicate('email')]
    },
  }

  it.each(Object.keys(races))(
    '%s is used once, by whomever, and refused alike to all others',
    async (name) => {
      const [run, refusal] = await races[name]!()
      const answers = await all(run)
      expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
      expect(answers.filter((answer) => answer !== 'done')).toEqual(
        Array.from({ length: ABREAST - 1 }, () => refusal),
      )
      const [later] = await all((i) => (i === 0 ? run(ABREAST) : Promise.resolve()))
      expect(later).toEqual(refusal)
    },
    120_000,
  )

  it('is a product code too: the sheet that comes second has the error in its rows', async () => {
    const rows = [{ description: 'Race', material_code: 'RACE', def_cost: '1', def_srp: '1' }]
    const answers = await Promise.all(
      Array.from({ length: ABREAST }, () =>
        t.rpc<{ errors: object[] }>('import_products', {
          p_import: { file_name: 'race', rows },
          p_check: false,
        }),
      ),
    )
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1)
    expect(answers.filter(({ errors }) => errors.length === 1)).toHaveLength(ABREAST - 1)
  })

  it('is drawn again for each warehouse request', async () => {
    const { id } = await w.booked()
    const answers = await all(() => w.ask(id, 'hold'))
    expect(new Set(answers)).toEqual(new Set(['done']))
  })

  it('cannot be one that archiving gives itself', async () => {
    const taking = taken.take(customer, '5.00', { cr_no: 'ARCHIVE-SO-000001', collector_id: null })
    await expect(taking).rejects.toMatchObject({ code: '22023', detail: 'cr_no' })
  })
})

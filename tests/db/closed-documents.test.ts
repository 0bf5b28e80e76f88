import { beforeAll, describe, expect, it } from 'vitest'
import { closing } from '../support/closing.ts'
import { disburse } from '../support/disburse.ts'
import { testFixture } from '../support/fixture.ts'
import { memos } from '../support/memos.ts'
import { join } from '../support/people.ts'
import { receivables } from '../support/receivables.ts'
import { fieldReceipts } from '../support/remittance.ts'
import { reportReader } from '../support/reports.ts'
import { trade } from '../support/trade.ts'
import { FUNCTIONS } from './access.ts'

const fixture = testFixture()
const shop = trade(fixture)
const bills = disburse(fixture)
const { day } = receivables(fixture, shop)
const field = fieldReceipts(fixture, shop)
const notes = memos(fixture, shop)
const { close, reopen, broken } = closing(fixture)
const purchases = reportReader(fixture, 'report_purchase')

const refused = (detail: string) => ({ hint: 'period_closed', detail })
const us = (on: string) => on.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')
let closed = ''
let today = ''
let customer = ''
let product = ''

beforeAll(async () => {
  ;[closed, today] = [await day(-1), await day(0)]
  product = await shop.product('10.00', 50)
  customer = await shop.customer()
})

const book = (on: string) => shop.book(customer, [[product, 1, '10.00']], on)
const version = async (booking: string) => Number((await shop.booking(booking)).version)
const dated = async (booking: string, date_added: string) =>
  shop.rpc('set_booking_dates', {
    ...{ p_booking: booking, p_version: await version(booking), p_reason: 'Typed wrong' },
    p_dates: { date_added },
  })
const edit = async (booking: string, date_added: string | undefined, more: object = {}) =>
  shop.rpc('update_booking', {
    ...{ p_booking: booking, p_version: await version(booking) },
    p_details: {
      date_added,
      lines: [{ product_id: product, quantity: 2, agent_srp: '10.00' }],
      ...more,
    },
  })
const buy = (date_added: string, delivery_date: string) =>
  shop.rpc('create_purchase', {
    p_purchase: {
      ...{ po_no: 'PO-C', supplier: 'Supplier', date_added, delivery_date },
      lines: [{ product_id: product, quantity: 1, cost: '7.00' }],
    },
  })
const bill = async (date_added: string) =>
  bills.rpc('create_voucher', { p_voucher: await bills.typed('50.00', { date_added }) })

describe('a closed period', () => {
  it('has no document dated to it or from it, also where nothing is posted', async () => {
    const invoiced = await book(closed)
    await shop.validate(invoiced.id, invoiced.version)
    await shop.invoice(invoiced.id, await version(invoiced.id), 'OLD-1', closed)
    const pending = await book(closed)
    const bought = await purchases({ from: closed, to: closed, level: 'total' })
    const voucher = await bill(closed)
    await close(closed)

    await expect(book(closed)).rejects.toMatchObject(refused('date_added'))
    const open = await book(today)
    await expect(dated(open.id, closed)).rejects.toMatchObject(refused('date_added'))
    await expect(edit(open.id, closed)).rejects.toMatchObject(refused('date_added'))
    await expect(dated(invoiced.id, '2020-01-02')).rejects.toMatchObject(refused('date_added'))
    await expect(edit(pending.id, today)).rejects.toMatchObject(refused('date_added'))
    await dated(invoiced.id, closed)

    const renumbered = async (no: string) =>
      shop.invoice(invoiced.id, await version(invoiced.id), no, null, 'Spoiled form')
    await expect(renumbered('OLD-1A')).rejects.toMatchObject(refused('invoice_no'))
    await renumbered('OLD-1')

    await expect(bill(closed)).rejects.toMatchObject(refused('date_added'))
    const changed = async (date_added: string) =>
      bills.rpc('update_voucher', {
        ...{ p_voucher: voucher.id, p_version: 1 },
        p_details: await bills.typed('60.00', { date_added }),
      })
    await expect(changed(today)).rejects.toMatchObject(refused('date_added'))

    await expect(buy(closed, today)).rejects.toMatchObject(refused('date_added'))
    await expect(buy(today, closed)).rejects.toMatchObject(refused('delivery_date'))
    expect(await purchases({ from: closed, to: closed, level: 'total' })).toEqual(bought)

    for (const each of ['cr_date', 'drr_date']) {
      const receipt = { customer_id: customer, collection_type: 'cash', amount: '5.00' }
      const recorded = shop.rpc('record_collection', {
        p_collection: { ...receipt, cr_no: `CR-${each}`, [each]: closed },
      })
      await expect(recorded).rejects.toMatchObject(refused(each))
    }
  })
})

/** The reports of the closed days, each by every date on which it can count. */
const REPORTS: [name: string, levels: string[], ...bases: string[]][] = [
  ['sales', ['line', 'total'], 'delivery', 'added'],
  ['purchase', ['line', 'total'], 'added', 'invoice', 'delivery'],
  ['expenses', ['line', 'total'], 'added', 'printed', 'released'],
  ['collection', ['total'], 'collected', 'cr', 'cleared'],
  // Receipts by another date are in the group of the remittance that they are on now.
  ['collection', ['drr', 'total'], 'drr'],
  ['invoice', ['total'], ''],
  ['delivery', ['total'], ''],
  ['inventory', ['total'], ''],
  ['vat', ['total'], ''],
  ['journal', ['total'], ''],
]
/** Figures that the reports have of today, and not of their days. */
const NOW = /^(stage|status|reserved|available|balance|credited|cancelled_(by|on)|open_.*)$/

async function figures(through = closed): Promise<Record<string, object[]>> {
  const found: Record<string, object[]> = {}
  for (const [name, levels, ...bases] of REPORTS)
    for (const basis of bases) {
      const rows = []
      for (const level of levels)
        rows.push(
          ...(await reportReader(
            fixture,
            `report_${name}`,
          )({
            ...{ from: through === closed ? await day(-30) : through, to: through, level },
            ...(basis && { basis }),
          })),
        )
      found[`${name} ${basis}`.trim()] = rows
        .map((row) =>
          Object.fromEntries(
            Object.entries(row).filter(([key]) =>
              name === 'collection' ? ['collected', 'drr_no'].includes(key) : !NOW.test(key),
            ),
          ),
        )
        // Pending receipts are listed on their day, and count in no figure of it.
        .filter((row) => name !== 'collection' || row.collected !== '0.00')
    }
  return found
}

/** Commands that post on a day of their own, which closed-periods.test.ts tries. */
const DATED =
  'allocate_credit approve_write_off cancel_stock_count cancel_write_off clear_cheque decide_field_act decide_product_edit ' +
  'decide_warehouse_request ' +
  'deliver_booking enter_stock_count pay_back_collection post_stock_count print_issued_cheque release_issued_cheque release_voucher ' +
  'replace_cheque replace_issued_cheque return_cheque send_back_stock_count set_booking_dates set_collection_bank set_invoice ' +
  'stale_issued_cheque undo_import void_issued_cheque'
/** Commands that change what has no day: customers, products, people, prices, settings. */
const UNDATED =
  'confirm_payee_account deactivate_customer decide_customer lock_device merge_customers merge_suppliers renumber_deposit_slip reprice_list return_booklet save_account save_customer_group ' +
  'save_price_list set_credit_line set_customer_prices set_price_list_items update_customer_tax update_member update_project'

describe('a document of a closed period that waits', () => {
  it('is not edited, by anyone, and no command moves the figures of its day', {
    timeout: 240_000,
  }, async () => {
    await reopen(null)
    await fixture.db.sql(
      `update public.projects set settings = settings || '{"memo_approval_above": "5.00"}' where id = $1::uuid`,
      [fixture.a],
    )
    const agent = await join(fixture.db, fixture.admin, 'Other Agent', 'Agent', [fixture.a])
    const other = await shop.product('10.00', 50)
    const merged = await shop.product('10.00', 5)
    const mover = await shop.customer()
    const [booking, cancelled] = [await book(closed), await book(closed)]
    const moving = await shop.book(mover, [[product, 3, '10.00']], closed)
    const lined = await shop.book(customer, [[merged, 2, '10.00']], closed)
    const [voucher, printed, dropped] = [await bill(closed), await bill(closed), await bill(closed)]
    const copy = await bills.print(printed)
    await fixture.db.sql(
      'update public.vouchers set date_printed = $2::text::date where id = $1::uuid',
      [printed.id, closed],
    )
    const sold = await notes.sold(10, '10.00', 'WAIT-1', { customer, date: closed })
    const memo = () =>
      notes.write({
        ...{ kind: 'credit', reason: 'write_off', booking_id: sold.id },
        ...{ amount: '6.00', on_date: closed },
      })
    const [note, spoiled] = [await memo(), await memo()]
    const taken = (cr: string, date_collected = closed, more: object = {}) =>
      shop.rpc<{ id: string; version: number }>('record_collection', {
        p_collection: {
          ...{ customer_id: customer, collection_type: 'cash', amount: '5.00' },
          ...{ cr_no: cr, cr_date: closed, date_collected, ...more },
        },
      })
    const [receipt, wrong] = [await taken('CR-W1'), await taken('CR-W2')]
    const [late, spoiledLate] = [await taken('CR-W3', today), await taken('CR-W4', today)]
    const typedDrr = { drr_no: 'DRR-W', drr_date: closed }
    const [remitted, alsoRemitted] = [
      await taken('CR-W5', closed, typedDrr),
      await taken('CR-W6', closed, typedDrr),
    ]
    await shop.approve(remitted.id, remitted.version)
    const carried = await field.take(customer, '20.00', { date_collected: closed })
    const unapproved = await field.take(customer, '50.00', { date_collected: closed })
    const remittance = await field.remit(
      [carried, unapproved],
      { '20': 1, '50': 1 },
      { remitted_on: closed },
    )
    await shop.approve(carried.id, carried.version + 1)
    const waiting = await field.take(customer, '100.00', { date_collected: closed })
    await field.remit([waiting], { '100': 1 }, { remitted_on: closed })
    const bought = await shop.rpc<{ id: string; version: number }>('create_purchase', {
      p_purchase: {
        ...{ po_no: 'PO-W', supplier: 'Supplier', date_added: closed, delivery_date: closed },
        lines: [{ product_id: other, quantity: 5, cost: '7.00' }],
      },
    })
    await close(closed)
    const before = await figures()
    expect(before['sales added']).toHaveLength(8)
    expect(before['expenses added']).toHaveLength(5)

    const message = (what: string) =>
      `The books are closed through ${us(closed)}, including ${us(closed)}: cancel it and ${what}, or have the period reopened.`
    const notEdited = { ...refused('date_added'), message: message('enter another') }
    const notWritten = { ...refused('date_added'), message: message('create another') }
    const typed = (amount: string, more: object = {}) =>
      bills.typed(amount, { date_added: closed, ...more })
    const payee = await bills.payee('Another payee', '77')
    const refusals: [object, () => Promise<unknown>][] = [
      [notEdited, () => edit(booking.id, closed)],
      [notEdited, () => edit(booking.id, undefined)],
      [notEdited, () => edit(booking.id, today)],
      [notEdited, () => edit(booking.id, closed, { customer_id: mover })],
      [
        notEdited,
        () =>
          edit(booking.id, closed, {
            lines: [{ product_id: other, quantity: 1, agent_srp: '10.00' }],
          }),
      ],
      [notWritten, async () => bills.edit(voucher, await typed('60.00'))],
      [notWritten, async () => bills.edit(voucher, await typed('50.00', { category: 'Rent' }))],
      [notWritten, async () => bills.edit(voucher, await typed('50.00', { payee_id: payee }))],
      [
        notWritten,
        async () => bills.edit(voucher, { ...(await typed('50.00')), date_added: today }),
      ],
      [
        {
          hint: 'wrong_state',
          message: expect.stringContaining('a pending booking of a closed period'),
        },
        () => shop.rpc('merge_products', { p_product: merged, p_version: 1, p_into: other }),
      ],
    ]
    for (const [refusal, command] of refusals)
      await expect(command()).rejects.toMatchObject(refusal)
    expect(await figures()).toEqual(before)

    /** Acts on a document that waits count on a day of their own. */
    const acts: Record<string, (() => Promise<unknown>)[]> = {
      validate_booking: [() => shop.validate(booking.id, booking.version)],
      transfer_customers: [
        () =>
          shop.rpc(
            'transfer_customers',
            {
              p_transfer: {
                ...{ customer_ids: [mover], target_agent_id: agent, move_pending: true },
              },
            },
            fixture.role['finance admin'],
          ),
      ],
      mark_voucher_printed: [() => bills.print({ ...printed, version: copy.version + 1 })],
      approve_voucher: [() => bills.approve(voucher)],
      approve_collection: [
        () => shop.approve(receipt.id, receipt.version),
        () => shop.approve(late.id, late.version),
        () => shop.approve(spoiledLate.id, spoiledLate.version),
        () => shop.approve(alsoRemitted.id, alsoRemitted.version),
        () => shop.approve(waiting.id, waiting.version + 1),
      ],
      cancel_collection: [
        () => shop.cancelCollection(wrong.id, wrong.version),
        () => shop.cancelCollection(spoiledLate.id, spoiledLate.version + 1),
        () => shop.cancelCollection(remitted.id, remitted.version + 1),
        () => shop.cancelCollection(alsoRemitted.id, alsoRemitted.version + 1),
      ],
      approve_memo: [() => notes.approve(note)],
      cancel_memo: [() => notes.cancel(spoiled)],
      cancel_purchase: [
        () =>
          shop.rpc('cancel_purchase', {
            ...{ p_purchase: bought.id, p_version: bought.version, p_reason: 'Wrong supplier' },
          }),
      ],
      cancel_remittance: [
        () => field.giveBack(remittance),
        () => shop.approve(unapproved.id, unapproved.version + 2),
      ],
      cancel_booking: [
        () =>
          shop.rpc('cancel_booking', {
            ...{ p_booking: cancelled.id, p_version: cancelled.version, p_reason: 'Not wanted' },
          }),
      ],
      cancel_voucher: [
        () => bills.cancel(dropped),
        () => bills.cancel({ ...printed, version: copy.version + 2 }),
      ],
    }
    // A new command that changes a document is tried here, or named above.
    const named = [...Object.keys(acts), ...`${DATED} ${UNDATED}`.split(' ')]
    const refusing = ['update_booking', 'update_voucher', 'merge_products']
    expect([...named, ...refusing].filter((name) => name !== 'transfer_customers').sort()).toEqual(
      Object.keys(FUNCTIONS)
        .filter((name) => 'p_version' in FUNCTIONS[name]!.args)
        .sort(),
    )
    const openBefore = await figures(today)
    for (const [name, all] of Object.entries(acts)) {
      for (const act of all) await act()
      const now = await figures()
      const changed = Object.keys(now).filter(
        (report) => JSON.stringify(now[report]) !== JSON.stringify(before[report]),
      )
      expect(changed, name).toEqual([])
    }
    // A document cancelled after the closing is below zero on the day of its cancellation.
    const open = await figures(today)
    const total = (report: string, figure: string, of: Record<string, object[]>) =>
      Number((of[report]!.at(-1) as Record<string, unknown> | undefined)?.[figure] ?? 0)
    const moved = (report: string, figure: string) =>
      (total(report, figure, open) - total(report, figure, openBefore)).toFixed(2)
    expect(moved('sales added', 'net')).toBe('-10.00')
    expect(moved('sales added', 'pieces')).toBe('-1.00')
    expect(moved('expenses added', 'amount')).toBe('-100.00')
    expect(moved('expenses printed', 'amount')).toBe('-50.00')
    // Approved now: 5.00 late and 100.00 of a remittance. Cancelled: 5.00 once approved then, and 5.00 and 5.00 of today and left out.
    expect(moved('collection cr', 'collected')).toBe('155.00')
    // 100.00 approved late on its remittance; less 20.00 of the cancelled one, and 5.00 of the cancelled receipt.
    expect(moved('collection drr', 'collected')).toBe('75.00')
    expect(await shop.booking(moving.id)).toMatchObject({ stage: 'pending' })
    expect(await shop.booking(lined.id)).toMatchObject({ stage: 'pending' })
    expect(await broken()).toEqual([])
  })
})

import { row, rows } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { addDays } from '../../app/platform/values/dates.ts'
import { fromCents, money, toCents } from '../../app/platform/values/money.ts'
import { uuidOf } from '../../tools/ids.ts'
import { sendCommand } from '../../tools/send-command.ts'
import { DEMO_ID } from './people.ts'
import type { DemoBooking } from './plan.ts'

/** Names the account that receives customers' transfers. */
export const BANK = uuidOf(DEMO_ID, 'bank 1')

/** Enters the master data of treasury: bank accounts, payees, releasers, cost centers. */
export async function loadMoneyMasters(finance: Db): Promise<void> {
  const kept = { onConflict: 'project_id,id', ignoreDuplicates: true }
  const id = (name: string) => ({ project_id: DEMO_ID, id: uuidOf(DEMO_ID, name) })
  for (const { error } of [
    await finance.from('banks').upsert(
      [
        {
          project_id: DEMO_ID,
          id: BANK,
          bank: 'Bank of Luzon, Ortigas',
          account_no: '0041-2207-18',
        },
        { ...id('bank 2'), bank: 'Metro Savings, Pasig', account_no: '778-0-19934' },
      ],
      kept,
    ),
    await finance.from('payees').upsert(
      [
        { ...id('payee 1'), fname: 'Pasig Realty Corp.', account_no: '5521-0091' },
        { ...id('payee 2'), fname: 'Northern Fuels Inc.' },
        { ...id('payee 3'), fname: 'Reyes Trucking' },
      ],
      kept,
    ),
    await finance
      .from('releasers')
      .upsert(
        [{ ...id('releaser 1'), fname: 'Liza', lname: 'Manalo', designation: 'Cashier' }],
        kept,
      ),
    await finance.from('cost_centers').upsert(
      [
        { ...id('cost 1'), cost_center: 'Warehouse', account_number: '6100' },
        { ...id('cost 2'), cost_center: 'Delivery', account_number: '6200' },
        { ...id('cost 3'), cost_center: 'Office', account_number: '6300' },
      ],
      kept,
    ),
  ])
    if (error) throw new Error(`Masters of treasury: ${error.message}`)
}

/** Sets how many of the newest cheques are on hand, and how many the bank has not confirmed. */
const ON_HAND = 1
const UNCONFIRMED = 1

/**
 * Moves the cheques on: old ones cleared, one returned, some deposited, the newest on hand, one dated two weeks ahead.
 * Most of the cash is deposited.
 */
export async function loadTreasury(
  finance: Db,
  approver: Db,
  plan: readonly DemoBooking[],
  today: string,
): Promise<void> {
  const cheques = plan
    .filter(({ paid }) => paid?.type === 'cheque' && paid.approved)
    .map(({ no, paid }) => ({ cr: `CR-${5200 + no}`, on: paid!.on }))
    .sort((a, b) => (a.on < b.on ? -1 : 1))
    .slice(0, -ON_HAND)
  const ids = new Map(
    rows(
      await finance
        .from('collections')
        .select('id, cr_no')
        .eq('project_id', DEMO_ID)
        .eq('collection_type', 'cheque')
        .limit(500),
    ).map(({ id, cr_no }) => [cr_no, id]),
  )
  const returned = Math.floor(cheques.length / 2)
  for (const [index, { cr, on }] of cheques.entries()) {
    const id = ids.get(cr)!
    await sendCommand(finance, 'deposit_cheque', DEMO_ID, cr, {
      p_deposit: {
        bank_id: BANK,
        slip_no: `${on.replaceAll('-', '')}-${cr.slice(3)}`,
        deposited_on: on,
        // This is the version after recording and approval.
        cheques: [{ id, version: 2 }],
      },
    })
    const told = addDays(on, 2) < today ? addDays(on, 2) : today
    if (index === returned)
      await sendCommand(finance, 'return_cheque', DEMO_ID, cr, {
        p_collection: id,
        p_version: 3,
        p_date: told,
        p_reason: 'Drawn against insufficient funds',
      })
    else if (index < cheques.length - UNCONFIRMED)
      await sendCommand(finance, 'clear_cheque', DEMO_ID, cr, {
        p_collection: id,
        p_version: 3,
        p_date: told,
      })
  }
  await receivePostDated(finance, approver, addDays(today, 14))
  await bankCash(finance, today)
}

/** Records a post-dated cheque: approved, on hand, not cleared. */
async function receivePostDated(finance: Db, approver: Db, date: string): Promise<void> {
  const customer = row(
    await finance
      .from('customers')
      .select('id')
      .eq('project_id', DEMO_ID)
      .eq('approval_status', 'approved')
      .order('sort_key')
      .limit(1)
      .single(),
  )
  const receipt = await sendCommand(finance, 'record_collection', DEMO_ID, 'CR-5990', {
    p_collection: {
      customer_id: customer.id,
      collection_type: 'cheque',
      amount: '2500.00',
      cr_no: 'CR-5990',
      cheque_bank: 'Bank of Luzon',
      cheque_no: '0099120',
      cheque_date: date,
      remarks: 'Ahead of the next delivery',
    },
  })
  await sendCommand(approver, 'approve_collection', DEMO_ID, 'CR-5990', {
    p_collection: receipt.id,
    p_version: receipt.version,
  })
}

/** Sets the cash that stays at the office. */
const CHANGE = 500_00n

/** Deposits the cash of the weeks before, and records one statement balance. */
async function bankCash(finance: Db, today: string): Promise<void> {
  const slip_no = `CASH-${today.replaceAll('-', '')}`
  const slips = finance.from('deposit_slips').select('id').eq('project_id', DEMO_ID)
  // A second run finds the deposit made, and other cash at the office.
  if (rows(await slips.eq('slip_no', slip_no)).length > 0) return
  const [cash] = rows(await finance.rpc('cash_position', { p_project: DEMO_ID }))
  await sendCommand(finance, 'record_bank_balance', DEMO_ID, 'opening balance', {
    p_balance: { bank_id: BANK, on_date: addDays(today, -90), balance: '185000.00' },
  })
  await sendCommand(finance, 'deposit_cheque', DEMO_ID, 'cash deposit', {
    p_deposit: {
      bank_id: BANK,
      slip_no,
      deposited_on: addDays(today, -1),
      // Cash of pending receipts is counted too.
      cash: fromCents(
        toCents(money(cash?.at_office ?? 0)) - toCents(money(cash?.pending ?? 0)) - CHANGE,
      ),
      cheques: [],
    },
  })
}

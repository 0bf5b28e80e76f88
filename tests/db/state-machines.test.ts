import { beforeAll, describe } from 'vitest'
import { disburse } from '../support/disburse.ts'
import { testFixture } from '../support/fixture.ts'
import { type Doc, documents, tryAllPairs } from '../support/machine.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
let product: string
let customer: string
let serial = 0

beforeAll(async () => {
  product = await shop.product('10.00', 5000)
  customer = await shop.customer()
})

const { row, reader, on } = documents(fixture, shop.rpc)

describe('a booking', () => {
  const booking = (command: string, more: object = {}, user?: () => string) =>
    on('bookings', command, 'p_booking', more, user)
  const owner = () => fixture.role.Owner
  const validate = booking('validate_booking')
  const invoice = (doc: Doc) =>
    booking('set_invoice', { p_invoice_no: `SM-${++serial}`, p_date: null, p_reason: 'Torn' })(doc)
  const deliver = booking('deliver_booking', { p_date: null })
  const cancel = booking('cancel_booking', { p_reason: 'Not wanted' })
  const deliverOne = async (doc: Doc) => {
    const [line] = await fixture.db.sql<{ id: string }>(
      'select id from public.booking_lines where booking_id = $1::uuid',
      [doc.id],
    )
    const lines = { lines: [{ line_id: line!.id, quantity: 1 }], remainder: 'keep' }
    await booking('deliver_booking', { p_date: null, p_lines: lines })(doc)
  }
  const archive = (status: string) => async (doc: Doc) =>
    shop.rpc(
      'archive_bookings',
      { p_so_nos: { so_nos: [(await row('bookings', doc.id)).so_no] }, p_status: status },
      owner(),
    )
  const collect = (doc: Doc, amount: string) => shop.collect(customer, amount, [[doc.id, amount]])
  const ask = (kind: string, lines: boolean) => async (doc: Doc) => {
    const [line] = await fixture.db.sql<{ id: string }>(
      'select id from public.booking_lines where booking_id = $1::uuid',
      [doc.id],
    )
    const request = { booking_id: doc.id, kind, reason: 'Broken' }
    await shop.rpc('create_warehouse_request', {
      p_request: lines ? { ...request, lines: [{ line_id: line!.id, quantity: 1 }] } : request,
    })
  }
  const made = async (...steps: ((doc: Doc) => Promise<unknown>)[]): Promise<Doc> => {
    const doc = await shop.book(customer, [[product, 3, '10.00']])
    for (const step of steps) await step(doc)
    return { id: doc.id }
  }
  const pay = async (doc: Doc) => {
    const receipt = await collect(doc, '30.00')
    await shop.approve(receipt.id)
  }

  tryAllPairs(
    'one',
    {
      states: {
        pending: () => made(),
        validated: () => made(validate),
        invoiced: () => made(validate, invoice),
        delivered: () => made(validate, deliver),
        'invoiced, partly delivered': () => made(validate, invoice, deliverOne),
        paid: () => made(validate, invoice, deliver, pay),
        archived: () => made(validate, archive('archived')),
        cancelled: () => made(validate, cancel),
      },
      actions: {
        edit: (doc) =>
          booking('update_booking', {
            p_details: { lines: [{ product_id: product, quantity: 2, agent_srp: '10.00' }] },
          })(doc),
        validate,
        override: booking('validate_booking', { p_override_reason: 'Please' }, owner),
        invoice,
        deliver,
        'deliver a piece': deliverOne,
        cancel,
        archive: archive('archived'),
        'archive otherwise': archive('closed'),
        'correct the date': booking('set_booking_dates', {
          p_dates: { date_added: '2026-01-05' },
          p_reason: 'Typed wrong',
        }),
        'collect for it': (doc) => collect(doc, '1.00'),
        'ask to hold': ask('hold', false),
        'ask to reduce': ask('reduce', true),
        'ask to take back': ask('take_back', true),
      },
      allowed: {
        pending: {
          edit: 'pending',
          validate: 'validated',
          cancel: 'cancelled',
          'correct the date': 'pending',
        },
        validated: {
          invoice: 'invoiced',
          deliver: 'delivered',
          'deliver a piece': 'validated',
          cancel: 'cancelled',
          archive: 'archived',
          'archive otherwise': 'archived',
          'correct the date': 'validated',
          'collect for it': 'validated',
          'ask to hold': 'validated',
          'ask to reduce': 'validated',
        },
        invoiced: {
          invoice: 'invoiced',
          deliver: 'delivered',
          'deliver a piece': 'invoiced, partly delivered',
          cancel: 'cancelled',
          archive: 'archived',
          'archive otherwise': 'archived',
          'correct the date': 'invoiced',
          'collect for it': 'invoiced',
          'ask to hold': 'invoiced',
          'ask to reduce': 'invoiced',
        },
        'invoiced, partly delivered': {
          invoice: 'invoiced, partly delivered',
          deliver: 'delivered',
          'deliver a piece': 'invoiced, partly delivered',
          archive: 'archived',
          'archive otherwise': 'archived',
          'correct the date': 'invoiced, partly delivered',
          'collect for it': 'invoiced, partly delivered',
          'ask to hold': 'invoiced, partly delivered',
          'ask to reduce': 'invoiced, partly delivered',
          'ask to take back': 'invoiced, partly delivered',
        },
        delivered: {
          invoice: 'delivered',
          archive: 'archived',
          'archive otherwise': 'archived',
          'correct the date': 'delivered',
          'collect for it': 'delivered',
          'ask to take back': 'delivered',
        },
        paid: {
          invoice: 'paid',
          archive: 'archived',
          'archive otherwise': 'archived',
          'correct the date': 'paid',
          'ask to take back': 'paid',
        },
        // The same word a second time changes nothing.
        archived: { archive: 'archived', 'correct the date': 'archived' },
        cancelled: {},
      },
      read: async (doc) => {
        const rest = await row('bookings', doc.id)
        const [{ moved } = { moved: 0 }] = await fixture.db.sql<{ moved: number }>(
          'select sum(quantity_delivered)::int as moved from public.booking_lines where booking_id = $1::uuid',
          [doc.id],
        )
        const partly = rest.stage === 'invoiced' && moved > 0
        return { state: partly ? 'invoiced, partly delivered' : String(rest.stage), rest }
      },
    },
    /^P0001 (wrong_state|over_allocated)$/,
  )
})

describe('a customer', () => {
  const command = (name: string, more: object) => on('customers', name, 'p_customer', more)
  const decide = (p_decision: string) =>
    command('decide_customer', { p_decision, p_reason: 'As agreed', p_terms_days: '30' })
  const deactivate = command('deactivate_customer', { p_reason: 'Closed' })
  const requested = async (...steps: ((doc: Doc) => Promise<unknown>)[]): Promise<Doc> => {
    const doc = await shop.rpc(
      'request_customer',
      { p_customer: { name: `Asked ${++serial}` } },
      fixture.role.Agent,
    )
    for (const step of steps) await step({ id: doc.id! })
    return { id: doc.id! }
  }

  tryAllPairs(
    'one',
    {
      states: {
        pending: () => requested(),
        approved: () => requested(decide('approved')),
        rejected: () => requested(decide('rejected')),
        inactive: () => requested(decide('approved'), deactivate),
      },
      actions: {
        approve: decide('approved'),
        reject: decide('rejected'),
        deactivate,
        reactivate: command('deactivate_customer', { p_reason: 'Opened again', p_active: true }),
        'book for it': (doc) => shop.book(doc.id, [[product, 1, '10.00']]),
      },
      allowed: {
        pending: { approve: 'approved', reject: 'rejected' },
        approved: { deactivate: 'inactive', 'book for it': 'approved' },
        rejected: {},
        inactive: { reactivate: 'approved' },
      },
      read: reader('customers', 'approval_status'),
    },
    /^P0001 (wrong_state|customer_not_approved)$/,
  )
})

describe('a receipt', () => {
  const finance = () => fixture.role['finance admin']
  const approveAs = (user?: () => string) =>
    on('collections', 'approve_collection', 'p_collection', {}, user)
  const cancelAs = (user?: () => string) =>
    on('collections', 'cancel_collection', 'p_collection', { p_reason: 'Wrong' }, user)
  const [approve, cancel] = [approveAs(finance), cancelAs(finance)]
  const made = async (...steps: ((doc: Doc) => Promise<unknown>)[]): Promise<Doc> => {
    const { id } = await shop.collect(customer, '5.00', [])
    for (const step of steps) await step({ id })
    return { id }
  }

  tryAllPairs(
    'one',
    {
      states: {
        pending: () => made(),
        approved: () => made(approve),
        cancelled: () => made(cancel),
      },
      actions: {
        approve,
        cancel,
        'approve as its recorder': approveAs(),
        'cancel as its recorder': cancelAs(),
      },
      allowed: {
        pending: {
          approve: 'approved',
          cancel: 'cancelled',
          'cancel as its recorder': 'cancelled',
        },
        approved: { cancel: 'cancelled' },
        cancelled: {},
      },
      read: reader('collections', 'approval_status'),
    },
    /^P0001 (wrong_state|maker_checker)$/,
  )
})

describe('a warehouse request', () => {
  const decide = (p_decision: string, user: () => string) =>
    on(
      'warehouse_requests',
      'decide_warehouse_request',
      'p_request',
      { p_decision, p_note: 'Looked at it' },
      user,
    )
  const owner = () => fixture.role.Owner
  const approve = decide('approved', owner)
  const reject = decide('rejected', owner)
  const finish = decide('done', () => fixture.role.warehouse)
  const requested = async (...steps: ((doc: Doc) => Promise<unknown>)[]): Promise<Doc> => {
    const booking = await shop.book(customer, [[product, 1, '10.00']])
    await shop.validate(booking.id, booking.version)
    const { id } = await shop.rpc('create_warehouse_request', {
      p_request: { booking_id: booking.id, kind: 'hold', reason: 'Damp' },
    })
    for (const step of steps) await step({ id: id! })
    return { id: id! }
  }

  tryAllPairs('one', {
    states: {
      pending: () => requested(),
      approved: () => requested(approve),
      rejected: () => requested(reject),
      done: () => requested(approve, finish),
    },
    actions: { approve, reject, finish },
    allowed: {
      pending: { approve: 'approved', reject: 'rejected' },
      approved: { finish: 'done' },
      rejected: {},
      done: {},
    },
    read: reader('warehouse_requests', 'request_status'),
  })
})

describe('a voucher', () => {
  const d = disburse(fixture)
  const clerk = () => d.clerk()
  const voucher = (command: string, more: object = {}, user = clerk) =>
    on('vouchers', command, 'p_voucher', more, () => user())
  const approve = voucher('approve_voucher', {}, () => fixture.role.Owner)
  const print = voucher('mark_voucher_printed')
  const release = async (doc: Doc) =>
    voucher('release_voucher', { p_releaser: await d.releaser(), p_date: null })(doc)
  const cancel = voucher('cancel_voucher', { p_reason: 'Wrong' })
  const edit = async (doc: Doc) =>
    voucher('update_voucher', { p_details: await d.typed('60000.00') })(doc)
  const written = async (...steps: ((doc: Doc) => Promise<unknown>)[]): Promise<Doc> => {
    const { id } = await d.write('60000.00')
    for (const step of steps) await step({ id })
    return { id }
  }

  tryAllPairs(
    'one above the amount that needs approval',
    {
      states: {
        pending: () => written(),
        'pending, approved': () => written(approve),
        printed: () => written(approve, print),
        released: () => written(approve, print, release),
        cancelled: () => written(cancel),
      },
      actions: { edit, approve, print, release, cancel },
      allowed: {
        pending: { edit: 'pending', approve: 'pending, approved', cancel: 'cancelled' },
        'pending, approved': { edit: 'pending', print: 'printed', cancel: 'cancelled' },
        printed: { print: 'printed', release: 'released', cancel: 'cancelled' },
        released: { print: 'released' },
        cancelled: {},
      },
      read: async (doc) => {
        const rest = await row('vouchers', doc.id)
        const approved = rest.status === 'pending' && rest.approved_at !== null
        return { state: approved ? 'pending, approved' : String(rest.status), rest }
      },
    },
    /^P0001 (wrong_state|needs_approval)$/,
  )
})

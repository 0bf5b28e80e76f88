import { beforeAll, describe } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { type Doc, documents, tryAllPairs } from '../support/machine.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
let product: string
let serial = 0

beforeAll(async () => {
  product = await shop.product('10.00', 5000)
})

const { reader, on } = documents(fixture, shop.rpc)

describe('a purchase and the wishes to correct it', () => {
  const lineOf = async (purchase: string) =>
    (
      await fixture.db.sql<{ id: string }>(
        'select id from public.purchase_lines where purchase_id = $1::uuid',
        [purchase],
      )
    )[0]!.id
  const cancel = on('purchases', 'cancel_purchase', 'p_purchase', { p_reason: 'Sent back' })
  const ask = async (purchase: string) =>
    shop.rpc('request_product_edit', {
      p_request: {
        purchase_line_id: await lineOf(purchase),
        item_to_edit: 'cost',
        what_edit: '6.50',
        reason: 'Typed wrong',
      },
    })
  const bought = async (...steps: ((doc: Doc) => Promise<unknown>)[]): Promise<Doc> => {
    const { id } = await shop.buy(product, 1)
    for (const step of steps) await step({ id: id! })
    return { id: id! }
  }

  tryAllPairs('a purchase', {
    states: { active: () => bought(), cancelled: () => bought(cancel) },
    actions: { cancel, 'ask to correct it': (doc) => ask(doc.id) },
    allowed: { active: { cancel: 'cancelled', 'ask to correct it': 'active' }, cancelled: {} },
    read: reader('purchases', 'status'),
  })

  const decide = (p_decision: string) =>
    on(
      'product_edit_requests',
      'decide_product_edit',
      'p_request',
      { p_decision, p_note: 'Looked at it' },
      () => fixture.role.Owner,
    )
  const requested = async (...steps: ((doc: Doc) => Promise<unknown>)[]): Promise<Doc> => {
    const { id } = await ask((await bought()).id)
    for (const step of steps) await step({ id: id! })
    return { id: id! }
  }

  tryAllPairs('a wish', {
    states: {
      pending: () => requested(),
      approved: () => requested(decide('approved')),
      rejected: () => requested(decide('rejected')),
    },
    actions: { approve: decide('approved'), reject: decide('rejected') },
    allowed: {
      pending: { approve: 'approved', reject: 'rejected' },
      approved: {},
      rejected: {},
    },
    read: reader('product_edit_requests', 'request_status'),
  })
})

describe('a stock count', () => {
  const owner = () => fixture.role.Owner
  const count = (command: string, more: object, user?: () => string) =>
    on('stock_counts', command, 'p_count', more, user)
  const enter = (p_submit: boolean) => async (doc: Doc) => {
    const [{ on_hand } = { on_hand: 0 }] = [await shop.stock(product)]
    const lines = [{ product_id: product, counted: String(on_hand) }]
    await count('enter_stock_count', { p_lines: { lines }, p_submit })(doc)
  }
  const reason = { p_reason: 'Looked at it' }
  const post = count('post_stock_count', reason, owner)
  const cancel = count('cancel_stock_count', reason)
  const opened = async (...steps: ((doc: Doc) => Promise<unknown>)[]): Promise<Doc> => {
    const { id } = await shop.rpc('open_stock_count', { p_count: { title: `Count ${++serial}` } })
    for (const step of steps) await step({ id: id! })
    return { id: id! }
  }

  tryAllPairs('one', {
    states: {
      open: () => opened(),
      submitted: () => opened(enter(true)),
      posted: () => opened(enter(true), post),
      cancelled: () => opened(cancel),
    },
    actions: {
      enter: enter(false),
      'hand in': enter(true),
      'send back': count('send_back_stock_count', reason, owner),
      post,
      cancel,
    },
    allowed: {
      open: { enter: 'open', 'hand in': 'submitted', cancel: 'cancelled' },
      // Entering again takes it back.
      submitted: {
        enter: 'open',
        'hand in': 'submitted',
        'send back': 'open',
        post: 'posted',
        cancel: 'cancelled',
      },
      posted: {},
      cancelled: {},
    },
    read: reader('stock_counts', 'count_status'),
  })
})

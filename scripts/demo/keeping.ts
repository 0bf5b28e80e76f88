import { rows } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { sendCommand } from '../../tools/send-command.ts'
import { productId } from './masters.ts'
import { DEMO_ID } from './people.ts'
import { PRODUCTS } from './products.ts'

interface Keepers {
  sales: Db
  warehouse: Db
  owner: Db
}

const indexOf = (code: string) => PRODUCTS.findIndex((product) => product.code === code)

/**
 * Enters what happens to stock besides buying and selling: goods sent back, a record entered twice, a corrected price
 * and a pending correction, a posted count and one in progress.
 */
export async function keepStock({ sales, warehouse, owner }: Keepers): Promise<void> {
  await record(sales, 'RS-0001', 'supplier_return', 'CAN-230', 6)
  const twice = await record(sales, 'PO-0020B', 'purchase', 'NOO-310', 72)
  await sendCommand(sales, 'cancel_purchase', DEMO_ID, 'entered twice', {
    p_purchase: twice.id,
    p_version: twice.version,
    p_reason: 'Entered twice: see PO-0020',
  })
  await correct(sales, 'PO-0016', 'BEV-121', '58.50', owner)
  await correct(sales, 'PO-0017', 'CAN-220', '41.00')
  await count(warehouse, 'Condiments', 'Monthly count, condiments', [-3, 0, 2, -1], owner)
  await count(warehouse, 'Household', 'Monthly count, household', [0, -2])
  await damage(warehouse, productId(indexOf('BEV-121')), 6, owner)
}

function record(sales: Db, po_no: string, kind: string, code: string, quantity: number) {
  const product = PRODUCTS[indexOf(code)]!
  return sendCommand(sales, 'create_purchase', DEMO_ID, po_no, {
    p_purchase: {
      po_no,
      supplier: product.supplier,
      kind,
      lines: [
        {
          product_id: productId(indexOf(code)),
          quantity,
          cost: product.cost.toFixed(2),
        },
      ],
    },
  })
}

/** Requests another SRP on a purchase line; the owner, when given, approves it. */
async function correct(sales: Db, po_no: string, code: string, srp: string, owner?: Db) {
  const [line] = rows(
    await sales
      .from('purchase_lines')
      .select('id, purchases!inner(po_no)')
      .eq('project_id', DEMO_ID)
      .eq('product_id', productId(indexOf(code)))
      .eq('purchases.po_no', po_no)
      .limit(1),
  )
  if (!line) throw new Error(`No line of ${code} on ${po_no}.`)
  const request = await sendCommand(sales, 'request_product_edit', DEMO_ID, `${po_no} ${code}`, {
    p_request: {
      purchase_line_id: line.id,
      item_to_edit: 'prod_srp',
      what_edit: srp,
      is_change_live_srp: true,
      reason: "The supplier's new price list",
    },
  })
  if (owner)
    await sendCommand(owner, 'decide_product_edit', DEMO_ID, `${po_no} ${code}`, {
      p_request: request.id,
      p_version: request.version,
      p_decision: 'approved',
    })
}

/** Counts the first products of a category, each off by so many pieces; the owner, when given, posts it. */
async function count(warehouse: Db, category1: string, title: string, off: number[], owner?: Db) {
  const sheet = await sendCommand(warehouse, 'open_stock_count', DEMO_ID, title, {
    p_count: { title, category1, blind: true },
  })
  const shelf = rows(
    await warehouse
      .from('inventory')
      .select('product_id, on_hand, products!inner(category1)')
      .eq('project_id', DEMO_ID)
      .eq('products.category1', category1)
      .order('product_id'),
  )
  // An interrupted run may have entered it, and posted it: the shelf has another quantity since.
  const found = new Map(
    rows(
      await warehouse
        .from('stock_count_lines')
        .select('product_id, counted')
        .eq('project_id', DEMO_ID)
        .eq('count_id', sheet.id),
    ).map(({ product_id, counted }) => [product_id, counted]),
  )
  const entered = await sendCommand(warehouse, 'enter_stock_count', DEMO_ID, title, {
    p_count: sheet.id,
    p_version: sheet.version,
    p_lines: {
      lines: off.flatMap((pieces, n) => {
        const goods = shelf[n]
        if (!goods) return []
        const { product_id, on_hand } = goods
        return [{ product_id, counted: String(found.get(product_id) ?? on_hand + pieces) }]
      }),
    },
    p_submit: owner !== undefined,
  })
  if (owner)
    await sendCommand(owner, 'post_stock_count', DEMO_ID, title, {
      p_count: sheet.id,
      p_version: entered.version,
      p_reason: 'Breakage and one case opened for samples',
    })
}

/** Moves damaged pieces of a product to the bad orders, and writes a part of them off when the owner is given. */
async function damage(warehouse: Db, product: string, quantity: number, owner?: Db) {
  const enter = (kind: string, pieces: number, reason: string) =>
    sendCommand(warehouse, 'create_bad_order', DEMO_ID, `${kind} ${product}`, {
      p_record: { kind, reason, lines: [{ product_id: product, quantity: pieces }] },
    })
  await enter('to_bad_order', quantity, 'Cartons wet after the rain')
  if (!owner) return
  const asked = await enter('write_off', Math.ceil(quantity / 2), 'Not fit for sale')
  await sendCommand(owner, 'approve_write_off', DEMO_ID, `write-off ${product}`, {
    p_record: asked.id,
    p_version: asked.version,
  })
}

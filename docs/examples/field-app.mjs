// A day of a field app, against a running Kalakal with KALAKAL_PUBLIC_API=1 (docs/field-api.md).
// KALAKAL=http://localhost:3000 PUBLISHABLE_KEY=… EMAIL=agent@demo.test PASSWORD=… node field-app.mjs
// CUSTOMER and PRODUCT name what an Agent sells to whom; without them it is the first of each.
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import ws from 'ws' // for Node 20 alone; newer ones, phones and browsers have a WebSocket of their own

const { KALAKAL, PUBLISHABLE_KEY, EMAIL, PASSWORD, CUSTOMER = '%', PRODUCT = '%' } = process.env
const supabase = createClient(`${KALAKAL}/supabase`, PUBLISHABLE_KEY, {
  auth: { persistSession: false, autoRefreshToken: false },
  realtime: { transport: ws },
})

/**
 * Runs one command once. The idempotency key is made before the first try and kept (a real app stores it
 * with the command) until an answer came: sent again, it has one effect and the same answer.
 */
async function runCommand(name, args, p_idempotency_key = crypto.randomUUID()) {
  for (let wait = 250; ; wait *= 2) {
    const { data, error, status } = await supabase.rpc(name, {
      p_project: project,
      p_idempotency_key,
      ...args,
    })
    if (!error) return data
    const lost = !error.code || status === 503
    const clash = error.code === '40001' || error.code === '40P01'
    if ((!lost && !clash) || wait > 8000) throw error
    await sleep(wait)
  }
}

/** Rows of a read, or the failure; a failed read is no empty list. */
async function read(query) {
  const { data, error } = await query
  if (error) throw error
  return data
}

const signedIn = await supabase.auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
if (signedIn.error) throw signedIn.error
const me = await read(supabase.rpc('current_identity'))
const { project_id: project, role } = me.memberships[0]
console.log(`${me.display_name}, ${role} of ${me.memberships[0].project_name}`)

if (role === 'Agent') await sell()
await collect()
await supabase.auth.signOut({ scope: 'local' })

/** An Agent asks for a new customer and books a case for one that is approved, at the company's price. */
async function sell() {
  const wish = { name: `New Store ${Date.now()}`, area: 'Pasig', tin_no: '123-456-789-000' }
  const { approval_status } = await runCommand('request_customer', { p_customer: wish })
  console.log(`${wish.name} is ${approval_status}`)

  const [customer] = await read(
    supabase
      .from('customers')
      .select('id, name')
      .eq('project_id', project)
      .eq('approval_status', 'approved')
      .like('name', CUSTOMER)
      .order('sort_key')
      .limit(1),
  )
  const [product] = await read(
    supabase
      .from('inventory')
      .select('product_id, available, products!inner(description, case_config)')
      .eq('project_id', project)
      .like('products.description', PRODUCT)
      .gt('available', 0)
      .limit(1),
  )
  // The price of the customer's list, else the SRP. It is for agent_srp_pieces pieces: a case or one piece.
  const [price] = await read(
    supabase
      .rpc('proposed_prices', {
        p_project: project,
        p_customer: customer.id,
        p_on: null,
        p_products: { products: [product.product_id] },
      })
      .select('agent_srp::text, agent_srp_pieces, list_name'),
  )
  const p_booking = {
    customer_id: customer.id,
    remarks: 'From the field',
    lines: [
      {
        product_id: product.product_id,
        quantity: product.products.case_config, // pieces: one case
        agent_srp: price.agent_srp,
        agent_srp_pieces: price.agent_srp_pieces,
      },
    ],
  }
  const booking = await runCommand('create_booking', { p_booking })
  const from = price.list_name ?? 'SRP'
  console.log(`${price.agent_srp} for ${price.agent_srp_pieces} pieces, ${from}`)
  console.log(`${booking.so_no} for ${customer.name}: ${booking.total}`)

  // The newest own bookings; the next page begins after the last row's day and id.
  const bookings = await read(
    supabase
      .from('bookings')
      .select('id, so_no, stage, date_added, total::text, balance::text')
      .eq('project_id', project)
      .order('date_added', { ascending: false })
      .order('id', { ascending: false })
      .limit(50),
  )
  const last = bookings.at(-1)
  const after = `date_added.lt.${last.date_added},and(date_added.eq.${last.date_added},id.lt.${last.id})`
  await read(supabase.from('bookings').select('id').eq('project_id', project).or(after).limit(50))
  console.log(`${bookings.length} bookings, newest ${bookings[0].so_no} ${bookings[0].stage}`)
}

/** Records a receipt of cash and a cheque for the oldest delivered booking that is not paid. */
async function collect() {
  const [owed] = await read(
    supabase
      .from('bookings')
      .select('id, so_no, customer_id, balance::text')
      .eq('project_id', project)
      .eq('stage', 'delivered')
      .gt('balance', 0)
      .order('date_added')
      .limit(1),
  )
  const now = Date.now()
  const p_receipt = {
    customer_id: owed.customer_id,
    cr_no: `CR-${now}`,
    parts: [
      { collection_type: 'cash', amount: '0.60' },
      {
        collection_type: 'cheque',
        amount: '0.40',
        cheque_bank: 'Bank of Luzon',
        cheque_no: `${now}`,
        cheque_date: new Date(now).toISOString().slice(0, 10),
      },
    ],
    allocations: [{ booking_id: owed.id, amount: '1.00' }],
  }
  const receipt = await runCommand('record_receipt', { p_receipt })
  console.log(
    `${receipt.cr_no}: 1.00 in ${receipt.parts.length} parts of ${owed.balance} on ${owed.so_no}, waits for finance`,
  )

  // The same number again is a refusal, which says what to do and where.
  try {
    await runCommand('record_receipt', { p_receipt })
  } catch ({ code, hint, details, message }) {
    console.log(`${code} ${hint} at ${details}: ${message}`)
  }
}

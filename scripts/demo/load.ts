import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Db } from '../../app/platform/request/context.ts'
import { today } from '../../app/platform/values/dates.ts'
import type { Backend } from '../../server/backend.ts'
import { ensureAdmin, signInAs } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { loadCheques } from './cheques.ts'
import { keepStock } from './keeping.ts'
import { loadLetterhead } from './letterheads.ts'
import { loadDemoCustomers, loadDemoProducts, loadPurchase, loadSupplierTins } from './masters.ts'
import { loadOther } from './other.ts'
import { COMPANIES, ensureCompany } from './people.ts'
import { planDemo } from './plan.ts'
import { loadPricing } from './pricing.ts'
import { loadRemittances } from './remittances.ts'
import { loadRequests } from './requests.ts'
import { loadRoutes } from './routes.ts'
import { firstDay, loadBooking, loadOverride } from './sales.ts'
import { loadTargets } from './targets.ts'
import { loadMoneyMasters, loadTreasury } from './treasury.ts'
import { loadVouchers } from './vouchers.ts'

const ZONE = 'Asia/Manila'

/**
 * Loads the two demo companies, every document by its command and as the user whose work it is. A second run sends the
 * same idempotency keys and so changes nothing; an interrupted one continues where it stopped.
 *
 * @throws on the first refused command, and when another account is the administrator.
 */
export async function loadDemo(
  backend: Backend,
  onProgress: (done: number, total: number, what: string) => void,
): Promise<void> {
  const used: Db[] = []
  const as = async (login: string, domain = 'demo.test') => {
    const db = await signInAs(backend, { email: `${login}@${domain}`, password: DEMO_PASSWORD })
    used.push(db)
    return db
  }
  const admin = await ensureAdmin(backend, { email: 'admin@demo.test', password: DEMO_PASSWORD })
  used.push(admin)
  for (const company of COMPANIES) {
    await ensureCompany(backend, admin, company)
    await loadLetterhead(admin, company)
  }

  const [manager, owner, sales, invoicing, finance, approver] = await Promise.all(
    [
      'general-manager',
      'owner',
      'sales-admin',
      'invoice-admin',
      'finance-admin',
      'special-access-1',
    ].map((login) => as(login)),
  )
  const day = today(ZONE, new Date(await firstDay(manager!)))
  const plan = planDemo(day)
  const total = 5 + plan.purchases.length + plan.bookings.length
  let done = 0
  const step = (what: string) => onProgress(++done, total, what)

  await loadDemoProducts(sales!)
  await loadSupplierTins(sales!)
  step('products')
  const agents = {
    agent: await agent(as, 'agent'),
    'agent-2': await agent(as, 'agent-2'),
    'agent-3': await agent(as, 'agent-3'),
  }
  const customers = await loadDemoCustomers(finance!, agents)
  await loadTargets(
    manager!,
    Object.values(agents).map(({ id }) => id),
    day,
  )
  await loadRoutes(
    finance!,
    agents.agent.id,
    ['Aling Nena Cruz', 'Bernardo Lopez', 'Carmela Ignacio', 'Dominador Pascual'].map(
      (name) => customers.get(name)!,
    ),
  )
  step('customers')
  for (const purchase of plan.purchases) {
    await loadPurchase(sales!, purchase)
    step('purchases')
  }
  await loadMoneyMasters(finance!)
  const collector = (await agent(as, 'collector')).id
  const staff = {
    sales: sales!,
    invoicing: invoicing!,
    finance: finance!,
    approver: approver!,
    owner: owner!,
    collector,
  }
  for (const booking of plan.bookings) {
    await loadBooking(staff, booking, customers.get(booking.customer.name)!)
    step('bookings')
  }
  await loadOverride(staff, customers.get('Editha Ramos')!, plan.bookings.at(-1)!.added)
  const warehouse = await as('warehouse')
  await keepStock({ sales: sales!, warehouse, owner: owner! })
  await loadRequests({ warehouse, owner: owner! })
  step('stock')
  await loadTreasury(finance!, approver!, plan.bookings, day)
  await loadRemittances(finance!, collector, plan.bookings)
  const expenses = await as('expenses-and-disbursements')
  await loadVouchers(expenses, day)
  await loadCheques(expenses, finance!)
  step('treasury')
  await loadPricing(staff, { customer: customers.get('Nestor Aquino')!, today: day })
  step('prices')
  await loadOther(as)
  // Otherwise every user's list of sessions would begin with the loader's.
  for (const db of used) await db.auth.signOut({ scope: 'local' })
  // The web server looks for this file, to show on every screen that this is a demo.
  if (backend.folder) writeFileSync(path.join(backend.folder, 'demo'), '')
}

async function agent(as: (login: string) => ReturnType<typeof signInAs>, login: string) {
  const db = await as(login)
  const { data } = await db.auth.getUser()
  return { id: data.user!.id, db }
}

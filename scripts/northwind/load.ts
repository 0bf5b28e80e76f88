import type { Backend } from '../../server/backend.ts'
import type { Credentials } from '../../tools/accounts.ts'
import { loadNorthwindCustomers, loadNorthwindProducts, loadPurchases } from './masters.ts'
import { enterOrders, fulfillOrders } from './orders.ts'
import { ensurePeople, type People, PROJECT_ID } from './people.ts'
import type { Plan } from './plan.ts'
import type { Tally } from './tally.ts'

export interface LoadOptions {
  backend: Backend
  plan: Plan
  /** Names the platform administrator, who is created when there is none. */
  admin: Credentials
  /** Is the password of the company's users. */
  password: string
  /** Is called after each step of the work, `done` of `total`. */
  onProgress?: (done: number, total: number, what: string) => void
}

interface Loaded {
  projectId: string
  people: People
  /** Counts the commands that had an effect; zero when everything was there. */
  added: number
  seconds: number
}

/**
 * Enters a year and a half of trade by the commands of staff, each as a user of that role. Existing documents stay, so
 * that a second run changes nothing and an interrupted one continues where it stopped.
 *
 * @throws on the first refused command.
 */
export async function loadNorthwind(options: LoadOptions): Promise<Loaded> {
  const { backend, plan, admin, password, onProgress } = options
  const started = performance.now()
  const total = stepsOf(plan)
  let done = 0
  let added = 0
  const step = (what: string, steps: number) => {
    done += steps
    onProgress?.(done, total, what)
  }
  const tally: Tally = {
    did(what) {
      added++
      step(what, 1)
    },
    skip: (what, steps = 1) => step(what, steps),
  }
  const people = await ensurePeople(backend, plan, admin, password)
  const products = await loadNorthwindProducts(people.sales, plan, tally)
  await loadPurchases(people.sales, plan, products, tally)
  const customers = await loadNorthwindCustomers(people, plan, tally)
  const bookings = await enterOrders(people, plan, { products, customers }, tally)
  await fulfillOrders(people, plan, { customers, bookings }, tally)
  const seconds = (performance.now() - started) / 1000
  return { projectId: PROJECT_ID, people, added, seconds }
}

/** Counts the commands of a whole load: an order is entered and validated, invoiced and delivered, then paid. */
function stepsOf({ products, purchases, customers, orders }: Plan): number {
  const perOrder = orders.map(({ shipped, paid }) => 2 + (shipped ? 2 : 0) + (paid ? 2 : 0))
  return products.length + purchases.length + customers.length + perOrder.reduce((a, b) => a + b, 0)
}

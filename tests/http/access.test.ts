import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { IMPORT_PERMISSIONS } from '../../app/modules/import/registry.ts'
import { DECIDERS } from '../../app/modules/inbox/kinds.ts'
import { PRINT_PERMISSIONS } from '../../app/modules/reports/prints/permissions.ts'
import { SHARE_PERMISSIONS } from '../../app/modules/sharing/kinds.ts'
import {
  ROLE_PERMISSIONS,
  ROLES,
  ROLES_REFUSED_ON_WEB,
} from '../../app/platform/access/permissions.ts'
import { isStaffed, loginOf } from '../../scripts/demo/people.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { FRESH, rounds } from '../support/rounds.ts'
import { type Guard, routeTable } from '../support/routes.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const table = (await routeTable()).filter((route) => route.address !== null)

/** Permissions that a guard does not name as a literal. */
const COMPUTED: Record<string, string | readonly string[]> = {
  '/import': IMPORT_PERMISSIONS,
  '/import/products': 'products.write',
  '/import/opening_stock': 'purchases.write',
  '/import/customers': 'customers.decide',
  '/import/open_invoices': 'customers.decide',
  '/import/payees': 'masters.write',
  '/import/purchases': 'purchases.write',
  '/import/bookings': 'bookings.write',
  '/import/receipts': 'collections.record',
  '/import/product_changes': 'products.write',
  '/import/customer_changes': 'customers.decide',
  '/home': DECIDERS,
  '/inbox': DECIDERS,
  '/report_mails': PRINT_PERMISSIONS,
  '/report_mails/:report': PRINT_PERMISSIONS,
  '/report_mails/:id/edit': PRINT_PERMISSIONS,
  '/share/:paper/:id': SHARE_PERMISSIONS,
  '/printed_reports': PRINT_PERMISSIONS,
  '/printed_reports/:id': PRINT_PERMISSIONS,
  '/reports_journal': 'journal.read',
  '/reports_trial_balance': 'journal.read',
  '/reports_vat': 'journal.read',
  '/reports_inventory': 'reports.inventory',
  '/reports_invoice': 'reports.invoice',
  '/reports_delivery': 'reports.delivery',
  '/reports_sales': 'reports.sales',
  '/reports_sales_customerspecific': 'reports.sales',
  '/reports_collection': 'reports.collection',
  '/reports_purchase': 'reports.purchase',
  '/reports_ar': 'reports.ar',
  '/reports_expenses': 'reports.expenses',
  '/documents/:kind/:id': 'bookings.read',
  '/reports_customer_masterlist': 'reports.masterlist',
  '/reports_penetration_report': 'reports.penetration',
  '/reports_visits': 'reports.visits',
}

/** Lists pages of every role but the administrator. */
const NOT_FOR_ADMIN = [
  '/documents/files/:id',
  '/inbox/count',
  '/notifications',
  '/settings',
  '/settings/notifications',
  '/views/:list',
]

const concrete = (address: string) =>
  address.replace(':kind', 'booking').replaceAll(':id', randomUUID()).replace('*', 'no-such-page')

function mayPass(guard: Guard, address: string, role: string): boolean {
  if (role === 'admin' && NOT_FOR_ADMIN.includes(address)) return false
  if (['publicRoute', 'requireUser', 'requireAccount'].includes(guard.kind)) return true
  if (guard.kind === 'requireAdmin') return role === 'admin'
  if (role === 'admin') return false
  const permissions =
    guard.permissions.length > 0
      ? guard.permissions
      : [COMPUTED[address.replace(/_excel$|\/(print|template)$/, '')] ?? []].flat()
  if (!permissions[0]) throw new Error(`Declare the computed permission of ${address}.`)
  return Object.values(ROLE_PERMISSIONS[role as keyof typeof ROLE_PERMISSIONS]).some((list) =>
    list.some((permission) => permissions.includes(permission)),
  )
}

describe('signed out', () => {
  it('every guarded address leads to the sign-in, or is 401 for other clients, reading or writing, also asked for as data', async () => {
    const client = new HttpClient(server.origin)
    const wrong: string[] = []
    const expectSignIn = ({ kind }: Guard, what: string, response: Response) => {
      if (kind === 'requireAccount') {
        if (response.status !== 401) wrong.push(`${what}: ${response.status}`)
        return
      }
      const to = response.headers.get('location') ?? response.headers.get('x-remix-redirect')
      if (to !== '/') wrong.push(`${what}: ${response.status} ${to}`)
    }
    for (const { address, id, loader, action } of table) {
      const path = concrete(address!)
      if (loader && loader.kind !== 'publicRoute') {
        expectSignIn(loader, `GET ${path}`, await client.get(path))
        expectSignIn(loader, `data of ${path}`, await client.get(`${path}?_data=${id}`))
      }
      if (action && action.kind !== 'publicRoute')
        expectSignIn(action, `POST ${path}`, await client.post(path))
    }
    expect(wrong).toEqual([])
  })

  it('a made-up or changed cookie is signed out', async () => {
    const client = await HttpClient.signedIn(server.origin, 'owner@demo.test')
    expect((await client.get('/home')).status).toBe(200)
    for (const [name, value] of client.cookies)
      client.cookies.set(name, value.replace(/^.{20}/, 'A'.repeat(20)))
    expect((await client.get('/home')).headers.get('location')).toBe('/')
  })
})

/** Files of a period: long ones, which the guard lets through or not before they are made. */
const FILE = /(_excel|\/excel)$/

describe('each role', () => {
  const seen = new Set<string>()
  let [further, opened] = [FRESH, FRESH]
  /** Tells whether nobody before has asked this. */
  const isFirst = (what: string) => !seen.has(what) && Boolean(seen.add(what))
  /**
   * The matrix of roles and permissions is proven in the database (tests/db/permissions.test.ts). Here each guard is
   * asked once by somebody who may pass and once by somebody who may not, and by one in twenty of all others.
   */
  const isAsked = (what: string) => isFirst(what) || further++ % rounds(20, 1) === 0

  /**
   * One page in sixteen is drawn. For the others the same guard of the same loader answers with data. Files are those of
   * a day without trade, as text: a workbook takes a thread of its own. Every screen is drawn in e2e/screens.test.ts,
   * and agreement.test.ts reads the files of reports.
   */
  const pageFor = (address: string, allowed: boolean, id: string) => {
    const path = concrete(address)
    if (FILE.test(address))
      return allowed ? `${path}?from=2001-01-01&to=2001-01-01&format=csv` : path
    return opened++ % rounds(16, 1) === 0 ? path : `${path}?_data=${id}`
  }
  const roles = [
    'admin',
    ...ROLES.filter((role) => isStaffed(role) && !ROLES_REFUSED_ON_WEB.includes(role)),
  ]

  it.each(roles)('%s reaches what the matrix grants and nothing else', async (role) => {
    const client = await HttpClient.signedIn(server.origin, `${loginOf(role as never)}@demo.test`)
    const wrong: string[] = []
    const expectStatus = async (what: string, allowed: boolean, response: Response) => {
      const { status } = response
      await response.text()
      if (status >= 500 || allowed === (status === 403)) wrong.push(`${what}: ${status}`)
    }
    for (const { address, id, loader, action } of table) {
      const path = concrete(address!)
      // The one ends the session; the other's 403 is about the project that is asked for.
      if (address === '/signout' || address === '/switch-project') continue
      const mayRead = loader ? mayPass(loader, address!, role) : false
      if (loader && isAsked(`GET ${mayRead} ${address}`)) {
        const page = pageFor(address!, mayRead, id)
        await expectStatus(`GET ${page}`, mayRead, await client.get(page))
      }
      const mayWrite = action ? mayPass(action, address!, role) : false
      if (action && isAsked(`POST ${mayWrite} ${address}`))
        await expectStatus(
          `POST ${path}`,
          mayWrite,
          await client.post(path === '/' ? '/?index' : `${path}?_data=${id}`),
        )
    }
    expect(wrong).toEqual([])
  })

  it.each(ROLES_REFUSED_ON_WEB)('%s is refused at the sign-in', async (role) => {
    const client = new HttpClient(server.origin)
    const response = await client.signIn(`${loginOf(role)}@demo.test`)
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('Account does not exist.')
    expect((await client.get('/home')).headers.get('location')).toBe('/')
  })
})

import type { Db } from '../../../app/platform/request/context.ts'
import type { Backend } from '../../../server/backend.ts'
import { ensureAdmin, signInAs } from '../../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../../tools/demo-password.ts'
import { sendCommand } from '../../../tools/send-command.ts'
import { loadDemoProducts } from '../masters.ts'
import { COMPANIES, DEMO_ID, ensureCompany, loginOf } from '../people.ts'
import { loadMoneyMasters } from '../treasury.ts'
import { GOODS } from './goods.ts'
import { PAYEES, payeeId } from './spending.ts'
import { MORE_STAFF } from './stores.ts'
import { master } from './trade.ts'

/** The demo company with all the people of its years. */
export const COMPANY = { ...COMPANIES[0]!, staff: [...COMPANIES[0]!.staff, ...MORE_STAFF] }

const LOGINS = COMPANY.staff.map(({ role, login = loginOf(role) }) => login)

/** People by login, each with what the token of their session says. */
export type People = ReadonlyMap<string, { id: string; claims: { sub: string; role: string } }>

/** Makes the company with its people and master data, as each of them. */
export async function setUp(backend: Backend): Promise<People> {
  const admin = await ensureAdmin(backend, { email: 'admin@demo.test', password: DEMO_PASSWORD })
  await ensureCompany(backend, admin, COMPANY)
  const people = new Map<string, { id: string; claims: { sub: string; role: string } }>()
  const used = new Map<string, Db>()
  for (const login of LOGINS) {
    const db = await signInAs(backend, { email: `${login}@demo.test`, password: DEMO_PASSWORD })
    const { data } = await db.auth.getSession()
    const [, claims] = data.session!.access_token.split('.')
    people.set(login, {
      id: data.session!.user.id,
      claims: JSON.parse(Buffer.from(claims!, 'base64url').toString()),
    })
    used.set(login, db)
  }
  await loadDemoProducts(used.get('sales-admin')!, GOODS)
  const finance = used.get('finance-admin')!
  await loadMoneyMasters(finance)
  const suppliers = new Set(GOODS.map(({ supplier }) => supplier))
  const { error } = await finance.from('payees').upsert(
    [...PAYEES, ...suppliers].map((fname) => ({ project_id: DEMO_ID, id: payeeId(fname), fname })),
    { onConflict: 'project_id,id', ignoreDuplicates: true },
  )
  if (error) throw new Error(`Payees: ${error.message}`)
  // Finance entered the account of the landlord, so somebody else confirms it.
  await sendCommand(
    used.get('expenses-and-disbursements')!,
    'confirm_payee_account',
    DEMO_ID,
    'payee 1',
    {
      p_payee: master('payee 1'),
      p_version: 1,
    },
  )
  return people
}

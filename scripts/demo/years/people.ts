import type { Db } from '../../../app/platform/request/context.ts'
import type { Backend } from '../../../server/backend.ts'
import { ensureAdmin, signInAs } from '../../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../../tools/demo-password.ts'
import { sendCommand } from '../../../tools/send-command.ts'
import { loadLetterhead } from '../letterheads.ts'
import { loadDemoProducts } from '../masters.ts'
import { COMPANIES, DEMO_ID, type DemoCompany, ensureCompany, loginOf } from '../people.ts'
import { loadMoneyMasters } from '../treasury.ts'
import { GOODS } from './goods.ts'
import { ACCOUNTS, PAYEES, payeeId } from './spending.ts'
import { MORE_STAFF } from './stores.ts'

/** The demo company with all the people of its years, and the tax settings that its invoices had from the first. */
export const COMPANY: DemoCompany = {
  ...COMPANIES[0]!,
  staff: [...COMPANIES[0]!.staff, ...MORE_STAFF],
  tax: {
    vat_registered: true,
    branch_code: '00000',
    authority_note: 'Acknowledgement certificate AC_000_000000_000000 (sample)',
    invoice_note: 'Goods are checked on receipt. Returns within seven days, with this invoice.',
  },
}

const LOGINS = COMPANY.staff.map(({ role, login = loginOf(role) }) => login)

/** People by login, each with what the token of their session says. */
export type People = ReadonlyMap<string, { id: string; claims: { sub: string; role: string } }>

/** Makes the company with its people and master data, as each of them. */
export async function setUp(backend: Backend): Promise<People> {
  const admin = await ensureAdmin(backend, { email: 'admin@demo.test', password: DEMO_PASSWORD })
  await ensureCompany(backend, admin, COMPANY)
  await loadLetterhead(admin, COMPANY)
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
    [...PAYEES, ...suppliers].map((fname) => ({
      project_id: DEMO_ID,
      id: payeeId(fname),
      fname,
      account_no: ACCOUNTS[fname] ?? null,
    })),
    { onConflict: 'project_id,id', ignoreDuplicates: true },
  )
  if (error) throw new Error(`Payees: ${error.message}`)
  // Finance entered the accounts, so somebody else confirms them.
  for (const name of ['Pasig Realty Corp.', ...Object.keys(ACCOUNTS)])
    await sendCommand(
      used.get('expenses-and-disbursements')!,
      'confirm_payee_account',
      DEMO_ID,
      name,
      { p_payee: payeeId(name), p_version: 1 },
    )
  return people
}

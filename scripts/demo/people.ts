import type { Role } from '../../app/platform/access/permissions.ts'
import { rows } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import type { Backend } from '../../server/backend.ts'
import { DEMO_PROJECTS } from '../../server/http/demo-companies.ts'
import { ensureAccount } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { sendCommand } from '../../tools/send-command.ts'

export interface DemoCompany {
  id: string
  name: string
  title: string
  address: string
  domain: 'demo.test' | 'other.test'
  categories: string[]
  /** The name of the picture in the folder `logos`. */
  logo: 'bayanihan' | 'mabuhay'
  letterhead: { tin_no: string; phone: string; payment_instructions: string }
  /** Details of its invoices for the tax office; made-up samples. */
  tax?: {
    vat_registered: boolean
    branch_code: string
    authority_note: string
    invoice_note: string
  }
  staff: readonly { role: Role; name: string; login?: string; under?: string }[]
}

/** Returns the address of a role: `general-manager@demo.test`. */
export function loginOf(role: Role): string {
  return role.toLowerCase().replaceAll(' ', '-')
}

export const DEMO_ID = DEMO_PROJECTS.demo

/** The roles of which the first company has a person: all but the one of a company with one person. */
export const isStaffed = (role: Role) => COMPANIES[0]!.staff.some((each) => each.role === role)

export const COMPANIES: readonly DemoCompany[] = [
  {
    id: DEMO_ID,
    name: 'Bayanihan Distribution',
    title: 'Bayanihan Distribution, Inc.',
    address: '118 Marcos Highway, Santolan, Pasig City',
    domain: 'demo.test',
    categories: ['Beverages', 'Canned goods', 'Noodles', 'Condiments', 'Household'],
    logo: 'bayanihan',
    letterhead: {
      tin_no: '000-118-442-00000',
      phone: '(02) 5550 0118',
      payment_instructions:
        'Cheques are payable to Bayanihan Distribution, Inc. Deposits: Luzon Commercial Bank, current account 000-118-4420.',
    },
    staff: [
      { role: 'General Manager', name: 'Teresa Villanueva' },
      { role: 'Owner', name: 'Ramon Bautista' },
      { role: 'Collector', name: 'Dante Ocampo' },
      { role: 'ASE', name: 'Liza Fernandez' },
      { role: 'Manager', name: 'Arnel Castillo' },
      { role: 'Agent', name: 'Jun Mercado', under: 'manager' },
      { role: 'Agent', name: 'Cherry Domingo', login: 'agent-2', under: 'manager' },
      { role: 'Agent', name: 'Rico Salvador', login: 'agent-3' },
      { role: 'finance admin', name: 'Marites Reyes' },
      { role: 'sales admin', name: 'Joel Santiago' },
      { role: 'invoice admin', name: 'Karen Lim' },
      { role: 'expenses and disbursements', name: 'Nena Aguilar' },
      { role: 'warehouse', name: 'Boy Manalo' },
      { role: 'special access 1', name: 'Gina Soriano' },
    ],
  },
  {
    id: DEMO_PROJECTS.other,
    name: 'Mabuhay Trading',
    title: 'Mabuhay Trading Company',
    address: '7 Osmeña Boulevard, Cebu City',
    domain: 'other.test',
    categories: ['Rice', 'Sugar'],
    logo: 'mabuhay',
    letterhead: {
      tin_no: '000-207-631-00000',
      phone: '(032) 555 0207',
      payment_instructions: 'Cheques are payable to Mabuhay Trading Company.',
    },
    staff: [
      { role: 'General Manager', name: 'Patricia Yu' },
      { role: 'Owner', name: 'Andres Yu' },
      { role: 'Agent', name: 'Noel Cabrera' },
      { role: 'finance admin', name: 'Rowena Tan' },
      { role: 'sales admin', name: 'Elmer Uy' },
      { role: 'invoice admin', name: 'Sheila Go' },
      { role: 'expenses and disbursements', name: 'Grace Ang' },
      { role: 'warehouse', name: 'Danilo Perez' },
      { role: 'special access 1', name: 'Irma Chua' },
    ],
  },
]

/** Creates the company's project and users by the administrator's commands; existing ones stay as they are. */
export async function ensureCompany(
  backend: Backend,
  admin: Db,
  company: DemoCompany,
): Promise<void> {
  await sendCommand(admin, 'create_project', company.id, 'project', {
    p_details: {
      name: company.name,
      owner_name: company.staff.find(({ role }) => role === 'Owner')?.name,
      owner_email: `owner@${company.domain}`,
      title: company.title,
      address: company.address,
      product_categories1: company.categories,
    },
  })
  const present = rows(
    await admin.from('memberships').select('user_id').eq('project_id', company.id),
  ).map(({ user_id }) => user_id)
  const ids = new Map<string, string>()
  for (const { role, name, login = loginOf(role), under } of company.staff) {
    const email = `${login}@${company.domain}`
    const { id: user_id } = await ensureAccount(backend, { email, password: DEMO_PASSWORD })
    ids.set(login, user_id)
    if (present.includes(user_id)) continue
    const member = {
      user_id,
      email,
      display_name: name,
      role,
      project_ids: [company.id],
      ...(under ? { manager_id: ids.get(under) } : {}),
    }
    await sendCommand(admin, 'provision_member', company.id, `member:${email}`, {
      p_member: member,
    })
  }
}

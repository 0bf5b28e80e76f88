import { row } from '~/platform/db/command.server'
import type { Letterhead } from '~/platform/papers/paper'
import type { Db, Membership } from '~/platform/request/context'
import { logoAddress } from './address'

/** Holds the letterhead of a project, as its columns say it. */
export interface ProjectHead {
  name: string
  title: string | null
  address: string | null
  tin_no: string | null
  phone: string | null
  payment_instructions: string | null
  other_info1: string
  other_info2: string
  /** The path of the logo in its bucket. */
  logo: string | null
}

/** Returns the head of printed documents with what a project says, now or when a document was issued. */
export function letterheadOf(head: ProjectHead): Letterhead {
  return {
    company: head.title || head.name,
    logo: logoAddress(head.logo),
    address: head.address,
    tin: head.tin_no,
    phone: head.phone,
    payment: head.payment_instructions,
    lines: [head.other_info1, head.other_info2],
  }
}

/** Holds the letterhead of an issued document as it was at its issue, with the currency of its amounts. */
export type IssuedHead = ProjectHead & { currency: string }

/** Reads the head of a project's printed documents, as it is today. */
export async function readLetterhead(db: Db, project: Membership): Promise<Letterhead> {
  const columns = 'tin_no, phone, payment_instructions, other_info1, other_info2'
  const more = row(await db.from('projects').select(columns).eq('id', project.projectId).single())
  const { projectName: name, title, address, logos } = project
  return letterheadOf({ ...more, name, title, address, logo: logos.logo_uri1 ?? logos.logo_uri })
}

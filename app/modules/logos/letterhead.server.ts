import { row } from '~/platform/db/command.server'
import type { Db, Membership } from '~/platform/request/context'
import type { Letterhead } from '~/ui/PrintSheet'
import { logoAddress } from './address'

/** Reads the head of a project's printed documents. */
export async function readLetterhead(db: Db, project: Membership): Promise<Letterhead> {
  const { tin_no, phone, payment_instructions, other_info1, other_info2 } = row(
    await db
      .from('projects')
      .select('tin_no, phone, payment_instructions, other_info1, other_info2')
      .eq('id', project.projectId)
      .single(),
  )
  return {
    company: project.title || project.projectName,
    logo: logoAddress(project.logos.logo_uri1 ?? project.logos.logo_uri),
    address: project.address,
    tin: tin_no,
    phone,
    payment: payment_instructions,
    lines: [other_info1, other_info2],
  }
}

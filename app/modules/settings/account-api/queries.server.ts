import { logoAddress } from '~/modules/logos/address'
import { row } from '~/platform/db/command.server'
import type { Db, Membership } from '~/platform/request/context'

/**
 * Reads the settings of a project under the field names of the API (docs/field-api.md). Logos are
 * addresses on this server for members of the project; null means the product's own logo.
 *
 * @throws A 404 response when the project is not one of the caller's.
 */
export async function companySettings(db: Db, { projectId, settings }: Membership) {
  const project = row(
    await db
      .from('projects')
      .select(
        'id, name, title, address, other_info1, other_info2, logo_uri, logo_uri1, time_zone, currency',
      )
      .eq('id', projectId)
      .maybeSingle(),
  )
  return {
    projectId: project.id,
    projectName: project.name,
    projectTitle: project.title,
    projectAddress: project.address,
    projectOtherInfo1: project.other_info1,
    projectOtherInfo2: project.other_info2,
    logoUri: logoAddress(project.logo_uri),
    logoUri1: logoAddress(project.logo_uri1),
    timeZone: project.time_zone,
    currency: project.currency,
    drrLabel: settings.drr_label,
  }
}

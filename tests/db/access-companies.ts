import { type FunctionAccess, NOWHERE } from './function-access.ts'

/** The functions that make companies, read their settings and open the accounts of their people. */
export const COMPANY_FUNCTIONS: Record<string, FunctionAccess> = {
  create_project: { needs: 'admin', args: { p_details: {} } },
  remove_project: { needs: 'admin', args: { p_status: 'unknown' } },
  create_sample: { needs: 'people.write', args: { p_sample: null } },
  remove_sample: { needs: 'people.write', args: {} },
  invitation_link: { needs: ['people.write', 'admin'], args: { p_user: NOWHERE } },
  settings_as_of: { needs: 'anyone', args: { p_filters: {} } },
}

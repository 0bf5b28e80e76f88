import { NOWHERE } from './function-access.ts'

/** Arguments of the functions that the secret key alone calls. */
const ARGUMENTS = {
  account_without_profile: { p_email: 'nobody@fixture.test' },
  begin_sign_in: { p_kind: 'sign_in', p_email: 'nobody@fixture.test', p_address: null },
  claim_job: {},
  run_job: { p_job: NOWHERE },
  complete_job: { p_job: NOWHERE, p_result: '' },
  mail_of_report: { p_job: NOWHERE },
  mailed_report: { p_job: NOWHERE, p_read: 'rows', p_report: 'report_ar', p_filters: {} },
  mailed_notifications: { p_job: NOWHERE, p_kind: 'push' },
  mailed_digest: { p_job: NOWHERE },
  end_browsers: { p_job: NOWHERE, p_browsers: '{}' },
  fail_job: { p_job: NOWHERE, p_error: '' },
  end_sign_in: { p_attempt: NOWHERE },
  recorded_migrations: {},
  needs_setup: {},
  offer_setup: { p_code_hash: 'x', p_anew: true },
  try_setup_code: { p_code_hash: 'x' },
  complete_setup: { p_code_hash: 'x', p_user: NOWHERE, p_email: 'x', p_display_name: 'x' },
  invited_person: { p_token: 'x' },
  keep_paper: { p_kept: {} },
  mail_of_paper: { p_job: NOWHERE },
  open_shared_paper: { p_token: 'x', p_address: null },
  open_invitation: { p_token: 'x' },
  reopen_invitation: { p_token: 'x' },
  set_platform_admin: { p_user: NOWHERE, p_email: 'x', p_display_name: 'x' },
  unverified_people: { p_among: {} },
}

export const SERVICE_FUNCTIONS = Object.fromEntries(
  Object.entries(ARGUMENTS).map(([name, args]) => [name, { needs: 'service', args }] as const),
)

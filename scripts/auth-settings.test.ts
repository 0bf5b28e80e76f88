import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The settings of supabase/config.toml, by section and name. */
function configured(): Map<string, string> {
  const found = new Map<string, string>()
  let section = ''
  for (const line of readFileSync('supabase/config.toml', 'utf8').split('\n')) {
    section = /^\[(.+)\]$/.exec(line)?.[1] ?? section
    const [, name, value = ''] = /^(\w+) = "?(.*?)"?$/.exec(line) ?? []
    if (name) found.set(`${section}.${name}`, value)
  }
  return found
}

/** The variables that docs/self-hosted-supabase.md tells the service `auth` to have. */
function ofContainers(): Map<string, string> {
  const text = readFileSync('docs/self-hosted-supabase.md', 'utf8')
  const rows = text.matchAll(
    /^\| `(GOTRUE_\w+)`(?:, `(GOTRUE_\w+)`)? +\| `(.+?)`(?:, `(.+?)`)?[^`|]*\|/gm,
  )
  return new Map(
    [...rows].flatMap(([, one = '', other, value = '', second]) =>
      other ? [[one, value] as const, [other, second ?? value] as const] : [[one, value] as const],
    ),
  )
}

/** The same setting in both: the file of hosted projects, and the variable of containers. */
const SAME = [
  ['auth.enable_anonymous_sign_ins', 'GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED'],
  ['auth.minimum_password_length', 'GOTRUE_PASSWORD_MIN_LENGTH'],
  ['auth.sessions.timebox', 'GOTRUE_SESSIONS_TIMEBOX'],
  ['auth.sessions.inactivity_timeout', 'GOTRUE_SESSIONS_INACTIVITY_TIMEOUT'],
  ['auth.mfa.totp.enroll_enabled', 'GOTRUE_MFA_TOTP_ENROLL_ENABLED'],
  ['auth.mfa.totp.verify_enabled', 'GOTRUE_MFA_TOTP_VERIFY_ENABLED'],
  ['auth.email.enabled', 'GOTRUE_EXTERNAL_EMAIL_ENABLED'],
  ['auth.email.otp_expiry', 'GOTRUE_MAILER_OTP_EXP'],
  ['auth.email.otp_length', 'GOTRUE_MAILER_OTP_LENGTH'],
  ['auth.rate_limit.email_sent', 'GOTRUE_RATE_LIMIT_EMAIL_SENT'],
  ['auth.email.max_frequency', 'GOTRUE_SMTP_MAX_FREQUENCY'],
  [
    'auth.email.require_current_password',
    'GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD',
  ],
  ['auth.email.template.confirmation.subject', 'GOTRUE_MAILER_SUBJECTS_CONFIRMATION'],
  ['auth.email.template.recovery.subject', 'GOTRUE_MAILER_SUBJECTS_RECOVERY'],
  [
    'auth.email.notification.password_changed.subject',
    'GOTRUE_MAILER_SUBJECTS_PASSWORD_CHANGED_NOTIFICATION',
  ],
  [
    'auth.email.notification.password_changed.enabled',
    'GOTRUE_MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED',
  ],
] as const

it('of hosted Supabase and of its containers are the same', () => {
  const [config, variables] = [configured(), ofContainers()]
  for (const [name, variable] of SAME) {
    expect(config.get(name), name).toBeTruthy()
    expect(variables.get(variable), variable).toBe(config.get(name))
  }
})

it('leave off what has no screen: sign-ups, anonymous people, second factors', () => {
  const [config, variables] = [configured(), ofContainers()]
  for (const name of [
    'auth.enable_signup',
    'auth.enable_anonymous_sign_ins',
    'auth.mfa.totp.enroll_enabled',
    'auth.mfa.totp.verify_enabled',
    'auth.mfa.phone.enroll_enabled',
    'auth.mfa.phone.verify_enabled',
  ])
    expect(config.get(name), name).toBe('false')
  expect(variables.get('GOTRUE_DISABLE_SIGNUP')).toBe('true')
})

it('leave a company of a hundred people room behind one address, for all that Auth counts', () => {
  const config = configured()
  const least = {
    sign_in_sign_ups: 100,
    token_refresh: 1000,
    token_verifications: 100,
    email_sent: 100,
  }
  for (const [name, count] of Object.entries(least))
    expect(Number(config.get(`auth.rate_limit.${name}`)), name).toBeGreaterThanOrEqual(count)
})

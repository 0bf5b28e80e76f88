/** The logos of a project by name, in their order in `projects.project_logos`. */
export const LOGO_KEYS = ['logo_uri', 'logo_uri1'] as const

/** `logo_uri` is for screens, `logo_uri1` for printed documents. */
export type LogoKey = (typeof LOGO_KEYS)[number]

/** Paths in the bucket `logos`; null when the project has no such logo. */
export type Logos = Record<LogoKey, string | null>

/** Makes a record with one value for each logo. */
export function eachLogo<T>(value: (key: LogoKey, index: number) => T): Record<LogoKey, T> {
  const entries = LOGO_KEYS.map((key, index) => [key, value(key, index)] as const)
  return Object.fromEntries(entries) as Record<LogoKey, T>
}

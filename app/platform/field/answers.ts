/** Answers of the web server to the app for the field: both read these types. */

export const FIELD_ROLES = ['Agent', 'Collector', 'Manager'] as const

export type FieldRole = (typeof FIELD_ROLES)[number]

/** A company in which the person works in the field. */
export interface FieldCompany {
  id: string
  name: string
  role: FieldRole
  timeZone: string
  currency: string
}

/** The person who is signed in. */
export interface FieldPerson {
  id: string
  email: string
  name: string
  companies: FieldCompany[]
}

/** A refusal: a sentence for the person, and where it is known a stable code and the field that it is about. */
export interface FieldProblem {
  message: string
  code?: string
  field?: string
}

import { type CommandError, explain } from '~/platform/db/command.server'
import type { SupplierValues } from './schema'

/** The table of suppliers, with what a second one of a name means. */
export const supplierTable = (projectId: string) => ({
  table: 'suppliers' as const,
  projectId,
  explained: (error: Parameters<typeof explain>[0]): CommandError =>
    error.code === '23505'
      ? {
          status: 422,
          code: '23505',
          field: 'name',
          message: 'A supplier with this name already exists.',
        }
      : explain(error),
})

/** Returns all columns, so that saving can also empty one. */
export const supplierColumns = (value: SupplierValues) => ({
  name: value.name,
  registered_name: value.registered_name ?? null,
  tin: value.tin ?? null,
  vat_class: value.vat_class ?? null,
  terms_days: value.terms_days ?? null,
})

import { z } from 'zod/mini'
import { isId } from '~/platform/values/ids'

const id = z.string().check(z.refine(isId))

/** A file of acts as far as it is shown before it is taken in; the database checks the rest. */
const fileSchema = z.object({
  person: id,
  device: id,
  acts: z
    .array(
      z.object({
        key: id,
        no: z.int(),
        kind: z.string().check(z.maxLength(40)),
        made_at: z.optional(z.iso.datetime()),
        depends_on: z._default(z.array(id), []),
        facts: z.unknown(),
        withdraw: z.optional(z.string().check(z.maxLength(400))),
      }),
    )
    .check(z.maxLength(500)),
})

export type FileOfActs = NonNullable<ReturnType<typeof readActFile>>

/** Reads the text of a file of acts, as a phone writes it; null where it is none. */
export function readActFile(text: string) {
  const read = fileSchema.safeParse(jsonOf(text))
  if (!read.success) return null
  const { person, device, acts } = read.data
  return {
    ...{ person, device },
    acts: acts.map(({ made_at, depends_on, withdraw, ...act }) => ({
      ...{ ...act, madeAt: made_at ?? null, dependsOn: depends_on, withdraw: withdraw ?? null },
    })),
  }
}

/** Returns what a text of JSON says; null where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

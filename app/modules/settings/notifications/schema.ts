import { z } from 'zod/mini'
import { NOTIFICATION_KIND_NAMES } from '~/modules/notifications/kinds'

const kinds = z.optional(z.array(z.enum(NOTIFICATION_KIND_NAMES)))

/** The table of the kinds of events that the page showed, and of the ways that were ticked. */
export const waysSchema = z.object({
  shown: kinds,
  in_app: kinds,
  by_mail: kinds,
  by_push: kinds,
})

/** A subscription to push as the browser describes it. The database checks its parts. */
export const subscriptionSchema = z.object({
  endpoint: z.string({ error: 'This browser gave no address.' }).check(z.maxLength(1000)),
  p256dh: z.string().check(z.maxLength(200)),
  auth: z.string().check(z.maxLength(200)),
})

export const browserSchema = z.object({ browser: z.uuid() })

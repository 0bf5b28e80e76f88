import { z } from 'zod'

const text = (max = 200) => z.string().trim().max(max, `At most ${max} characters.`).optional()

export const projectSchema = z.object({
  name: z.string({ error: "Enter the company's name." }).trim().max(80, 'At most 80 characters.'),
  owner_name: text(),
  owner_email: z.email({ error: 'Enter an e-mail address.' }).trim().optional(),
  address: text(400),
  title: text(),
  time_zone: z.string({ error: 'Choose a time zone.' }).trim(),
  currency: z
    .string({ error: 'Enter a currency code such as PHP.' })
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, 'Enter a currency code such as PHP.'),
  /** One category a line. */
  categories: z.string().optional(),
})

/** Time zones offered first; any name of the database's list is accepted by create_project. */
export const TIME_ZONES = [
  'Asia/Manila',
  'Asia/Singapore',
  'Asia/Jakarta',
  'Asia/Ho_Chi_Minh',
  'Asia/Bangkok',
  'Asia/Kuala_Lumpur',
  'Asia/Hong_Kong',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Asia/Dubai',
  'Australia/Sydney',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'UTC',
] as const

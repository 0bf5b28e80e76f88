import type { SystemState } from '~/platform/request/context'
import { ageText, hoursSince, spaceText } from './texts'

/** Something of the installation that somebody should do something about. */
export interface Advice {
  what: string
  todo: string
}

/** A backup a day, and half a day for the one that runs late. */
const BACKUP_HOURS = 36

/** Returns what is wrong with the installation and what to do, the most urgent first. */
export function advicesOf(system: SystemState): Advice[] {
  return [
    databaseAdvice(system),
    spaceAdvice(system),
    backupAdvice(system),
    mailAdvice(system),
  ].flat()
}

function databaseAdvice({ backend, database }: SystemState): Advice[] {
  if (!database)
    return [
      {
        what: 'The database did not respond within three seconds.',
        todo: 'Reload this page. If this continues, check the logs of the server and the database.',
      },
    ]
  const { pending } = database
  if (pending.length === 0) return []
  return [
    {
      what: `${pending.length} of this version's migrations are not applied: ${pending.join(', ')}.`,
      todo:
        backend === 'supabase'
          ? 'Run npx supabase db push.'
          : 'Restart the server, which applies them, and read its log.',
    },
  ]
}

function spaceAdvice({ freeMiB, reserveMiB, backend }: SystemState): Advice[] {
  if (freeMiB === null || freeMiB >= 2 * reserveMiB) return []
  const saved = backend === 'embedded' ? 'nothing is saved' : 'no file is stored'
  return [
    {
      what: `The disk has ${spaceText(freeMiB)} left; below ${spaceText(reserveMiB)} ${saved}.`,
      todo: 'Remove backups that are also stored elsewhere, or enlarge the disk.',
    },
  ]
}

function backupAdvice({ backups, at }: SystemState): Advice[] {
  if (!backups) return []
  const [newest] = backups.filter(({ version, bytes }) => version !== null && bytes !== null)
  const advices: Advice[] = backups
    .filter(({ version, bytes }) => version === null && bytes !== null)
    .map(({ path }) => ({
      what: `${path} cannot be read as a backup.`,
      todo: 'Remove it and make a new backup.',
    }))
  if (newest && hoursSince(newest.made, at) < BACKUP_HOURS) return advices
  return [
    {
      what: newest
        ? `The last complete backup was made ${ageText(newest.made, at)}.`
        : 'There is no backup on this machine.',
      todo: 'Run npm run backup every day, onto another disk.',
    },
    ...advices,
  ]
}

function mailAdvice({ backend, mailServer, keptMails }: SystemState): Advice[] {
  if (backend === 'supabase') return []
  if (!mailServer)
    return [
      {
        what: `No mail server is configured: e-mails are stored in the outbox (${keptMails}).`,
        todo: 'Set SMTP_URL, so that users receive links for new accounts and forgotten passwords.',
      },
    ]
  if (keptMails === 0) return []
  return [
    {
      what: `The outbox holds ${keptMails} e-mails from before the mail server; their links give access to accounts.`,
      todo: 'Empty the folder outbox of the data folder.',
    },
  ]
}

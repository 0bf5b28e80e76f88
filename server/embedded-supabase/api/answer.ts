import type { App } from '@supabase/lite'
import { answerAccounts } from '../accounts/accounts.ts'
import { refuseBanned } from '../accounts/bans.ts'
import { hideAccounts } from '../accounts/hide-accounts.ts'
import { noteLinkSession, takeLink } from '../accounts/links.ts'
import { answerPasswordChange } from '../accounts/password-change.ts'
import type { Passwords } from '../accounts/passwords.ts'
import { answerResend } from '../accounts/resend.ts'
import { refreshInTurn } from '../accounts/token-refresh.ts'
import { answerBackup } from '../database/backup.ts'
import type { OwnerSql } from '../database/owner-sql.ts'
import { inspectUpload, storeOnce } from '../files/uploads.ts'
import type { Mailer } from '../mail/mail.ts'
import type { ServiceOptions } from '../protocol.ts'
import { refuseBody, refuseWholeCheck } from './bodies.ts'
import type { ApiRequest } from './endpoints.ts'
import { answerHealth } from './health.ts'
import { joinFilters } from './logic.ts'
import { refuseNul } from './nul.ts'
import { answerSystem } from './system.ts'

interface Services {
  app: Pick<App, 'fetch'>
  sql: OwnerSql
  /** Bytes of the database in this process. */
  memory: () => number | null
  mailer: Mailer
  passwords: Passwords
  options: ServiceOptions
  /** Names of the migrations of this version. */
  files: readonly string[]
}

/** Returns the function that answers each endpoint of the allow-list, by the library or in its place. */
export function answerWith({ app, sql, memory, mailer, passwords, options, files }: Services) {
  const { jwtSecret, secretKey } = options
  const library = async (request: Request) => app.fetch(request, { peerAddress: null })

  return async (sent: ApiRequest): Promise<Response> => {
    const { method, headers, body } = sent
    const isRest = sent.endpoint === 'rest'
    const refused =
      isRest &&
      (refuseNul(sent) ?? refuseBody(sent) ?? (options.databaseUrl ? null : refuseWholeCheck(sent)))
    if (refused) return refused
    const url = isRest ? joinFilters(sent.url) : sent.url
    const request = new Request(url, { method, headers, body })
    switch (sent.endpoint) {
      case 'admin_users':
        return answerAccounts(request, sql, secretKey)
      case 'resend':
        return answerResend(request, sql, mailer, options)
      case 'password_change':
        return answerPasswordChange(request, { sql, passwords, mailer, jwtSecret })
      case 'health':
        return answerHealth(request, sql, { secretKey, files, memory, folder: options.folder })
      case 'system':
        return answerSystem(request, sql, { secretKey, files })
      case 'backup':
        return answerBackup(request, sql, options)
      case 'upload': {
        const inspected = await inspectUpload(request, jwtSecret)
        return inspected instanceof Response ? inspected : storeOnce(inspected, sql, library)
      }
      case 'sign_in': {
        const response = await library(request.clone())
        return refuseBanned(await hideAccounts(request, response, sql), sql)
      }
      case 'refresh':
        return refuseBanned(await refreshInTurn(request, sql, library), sql)
      case 'verify': {
        const link = await takeLink(request, sql)
        if (link instanceof Response) return link
        const response = await refuseBanned(await library(link.clone()), sql)
        await noteLinkSession(link, response, sql)
        return response
      }
      default:
        return library(request)
    }
  }
}

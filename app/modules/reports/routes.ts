import { existsSync, readdirSync } from 'node:fs'
import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

const folder = new URL('./', import.meta.url)

/**
 * Lists the files of the journal for other software, the mailed and printed reports, and the routes for screen,
 * print and Excel of each folder with a definition. They share their modules.
 */
export const reportRoutes = [
  route(paths.reports.journalFile, 'modules/reports/journal/journal-file.route.ts'),
  route(paths.reports.mails, 'modules/reports/mails/mails.route.tsx'),
  route(paths.reports.mail(':report'), 'modules/reports/mails/mail-add.route.tsx'),
  route(paths.reports.editMail(':id'), 'modules/reports/mails/mail-edit.route.tsx'),
  route(paths.reports.prints, 'modules/reports/prints/prints.route.tsx'),
  route(paths.reports.printed(':id'), 'modules/reports/prints/print.route.ts'),
  ...readdirSync(folder)
    .filter((name) => existsSync(new URL(`${name}/definition.ts`, folder)))
    .flatMap((name) => [
      route(paths.reports.report(name), 'modules/reports/report.route.tsx', {
        id: `reports_${name}`,
      }),
      route(paths.reports.print(name), 'modules/reports/report-print.route.tsx', {
        id: `reports_${name}/print`,
      }),
      route(paths.reports.excel(name), 'modules/reports/report-excel.route.ts', {
        id: `reports_${name}_excel`,
      }),
    ]),
]

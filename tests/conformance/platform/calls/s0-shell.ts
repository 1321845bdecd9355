import { data, page, type Routes } from '../http/call.ts'

const named = page(({ path }) => `<p>${path.replace(/[<&]/g, '')}</p>`)

/** What surrounds the tenants: documentation, reporting and the pages of other products. */
export const shellRoutes: Routes = {
  // The contents are not printed: a list of titles with addresses.
  'GET /toc.json': () => ({
    status: 200,
    body: [
      { title: 'Getting started', url: '/docs/start.html' },
      { title: 'Edge boxes', url: '/docs/edge-boxes.html' },
    ],
  }),
  'POST /api/reporting/v1/overlays/{overlayId}/context': () => data([]),
  'GET /salsa/{rest*}': named,
  'GET /supervision/{rest*}': named,
  // The home of reporting has no printed address: one below its base.
  'GET /api/reporting/v1/home/{rest*}': named,
}

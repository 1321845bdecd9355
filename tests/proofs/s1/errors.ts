import type { SectionRows } from '../../../scripts/proofs/rows.ts'

export const errors: SectionRows = {
  document: 'S1',
  section: 8,
  rows: {
    error: {
      'Box: api.error with the status and the messages of the service':
        'errors of an editor > say the status and what the service says, in the words of overlays or of the administration',
      'Box: a failed deletion turns the button red with its reason for 3 s': [
        'the delete button > turns while at work, is red with the reason when that failed, and itself again after three seconds',
        'a box > changes its deployment mode and routing, tells what it costs, and is deleted in the end',
      ],
      'Regions that do not come mark their field with the first message': [
        'a reference whose candidates cannot be loaded > is marked as invalid with *',
        'a box > changes its deployment mode and routing, tells what it costs, and is deleted in the end',
      ],
      'validation.global.error': 'an overlay > gets a hub with BGP and VRRP, a spoke with OSPF and IHAP, and an L2 bridge',
      'Tele engine: api.error with the status and the messages': [
        "the form 'tele-engine: new' > keeps what was typed when the service is in trouble, and says so with the request",
        'errors of an editor > say the status and what the service says, in the words of overlays or of the administration',
      ],
      'Unexpected failure of the page': 'the console > goes on around a page that broke, and points to the console',
      'ihap.disable.warning': [
        'edge-box: ihap-is-ending',
        'a box > changes its deployment mode and routing, tells what it costs, and is deleted in the end',
      ],
      'Something that another one deleted meanwhile is told at its field': [
        'two administrators on one box > keep what each changed in lists and uplinks, decide about the same cell, and hear what was deleted meanwhile',
        'edge boxes among others on * > are refused at the field that points at what somebody deleted meanwhile',
      ],
    },
  },
}

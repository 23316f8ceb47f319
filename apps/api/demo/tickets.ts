import type { IssueSubtype } from '@commonhold/contract'

/** What issues are about, by kind. `%` stands for the device, the place or the class. */
export interface Topic {
  readonly title: string
  readonly description: string
  readonly label: string
}

const topic = (label: string, title: string, description: string): Topic => ({ label, title, description })

export const topics: Readonly<Record<IssueSubtype, readonly Topic[]>> = {
  incident: [
    topic('wifi', 'No Wi-Fi in %', 'Nobody in % can get online since the first lesson. Mobile phones work.'),
    topic(
      'printer',
      'Printer in % prints blank pages',
      'Paper and toner are there. It began after the weekend.',
    ),
    topic(
      'projector',
      'Projector in % shows no picture',
      'The lamp is on, the laptop finds no second display.',
    ),
    topic(
      'login',
      'Cannot sign in to the learning platform (%)',
      'The password was changed yesterday. Other pages work.',
    ),
    topic(
      'laptop',
      'Laptop %: battery is empty after an hour',
      'It was charged over night. The charger of a colleague makes no difference.',
    ),
    topic(
      'tablet',
      'Tablet % does not install updates',
      'It reports too little space, although only school apps are on it.',
    ),
    topic('sound', 'No sound in %', 'Films run without sound on the big display.'),
    topic(
      'mail',
      'Mail to parents comes back (%)',
      'The whole class list was refused:\n\n> 550 5.7.1 rejected by policy',
    ),
    topic(
      'exam',
      'Exam browser closes by itself in %',
      'It happened to **five pupils** during the mock exam.',
    ),
    topic(
      'display',
      'Touch display in % reacts in the wrong place',
      'About 10 cm too far left. Restarting did not help.',
    ),
  ],
  service_request: [
    topic(
      'loan',
      'Loan laptop for a pupil of %',
      'Their own one is in repair. Needed until the end of the month.',
    ),
    topic(
      'account',
      'Account for a substitute teacher, %',
      'Starts on Monday and teaches maths and physics.',
    ),
    topic('software', 'GeoGebra on the laptops of %', 'Version 6, for all devices of the class.'),
    topic('charger', 'Two chargers for %', 'One is broken, one is lost.'),
    topic('access', 'Access to the shared calendar of %', 'To read is enough.'),
    topic('headset', '25 headsets for %', 'For the listening test in week 12.'),
  ],
  task: [
    topic('inventory', 'Count the devices in %', 'Scan every label, and report what is missing.'),
    topic('cabling', 'Label the network sockets in %', 'Number as on the floor plan.'),
    topic('furniture', 'Mount a shelf for tablets in %', 'At a height that grade 1 reaches.'),
    topic('cleaning', 'Clean the projector filters in %', 'Once a year, before the holidays.'),
    topic('safety', 'Check the charging cupboard in %', 'Smoke detector, fuse and lock.'),
  ],
  repair: [
    topic('screen', '%: screen cracked', 'Fell from the desk. The touch layer still works.'),
    topic('keyboard', '%: keys are missing', 'E, R and the space bar.'),
    topic('battery', '%: battery swollen', 'The case does not close any more. **Do not charge.**'),
    topic('hinge', '%: hinge broken', 'Left side; the lid wobbles.'),
    topic('port', '%: charging port loose', 'Charges at one angle only.'),
    topic('water', '%: water damage', 'A bottle leaked in the bag.'),
  ],
  change: [
    topic('firmware', 'Update the firmware of the access points, %', 'Closes the holes reported last week.'),
    topic('server', 'Move the print server to the new host (%)', 'The old one runs out of warranty.'),
    topic('policy', 'Block USB storage on the devices of %', 'Agreed with the heads of the schools.'),
    topic('network', 'New VLAN for the building control of %', 'Heating and doors leave the office network.'),
    topic(
      'certificate',
      'Renew the certificate of the learning platform, %',
      'The present one ends next month.',
    ),
  ],
  known_problem: [
    topic('wifi', 'Tablets lose the Wi-Fi after sleep (%)', 'Seen on all tablets with the latest system.'),
    topic('printer', 'Printers forget the paper size (%)', 'After each power cut.'),
    topic('login', 'Single sign-on is slow on Monday mornings (%)', 'From 7:55 to 8:20, every week.'),
  ],
  post_incident_analysis: [
    topic('review', 'What happened when the network of % was down', 'Lessons were cancelled. Parents asked.'),
  ],
}

export const questions = [
  'Does it happen on other devices, too?',
  'Since when, and did anything change before that?',
  'Can you send a photo of the message?',
  'I will come by in the next break. Is the room open?',
] as const
export const answers = [
  'Yes, on two others.',
  'Since Tuesday. We changed nothing.',
  'The photo is attached to my mail.',
  'It works again in the next room, so it is not urgent.',
  'Thank you! The class has lessons there at 10:15.',
] as const
export const internalNotes = [
  'Third time this term for this model.',
  'Warranty ends this month: send it in now.',
  'Spare part ordered, arrives on Thursday.',
  'Same switch port as last time. Check the cable.',
] as const
export const resolutions = [
  'Replaced the cable and tested with the class.',
  'Installed the pending updates and restarted.',
  'Set up again from the image; data came back from the cloud.',
  'Explained the new way to sign in.',
  'Exchanged the part.',
] as const

import { alternatives } from "../text/alternatives.js";

/** Illnesses by how medicine names them. */
const BY_ENDING = String.raw`(?!(?:analysis|basis|crisis|emphasis|diagnosis|hypothesis|synthesis|thesis|oasis|nemesis)\b)\p{L}{3,}(?:itis|osis|algia|aemia|emia|opathy|oma|plegia|phobia|rrhoea|uria|ectomy|thyroidism|tension|paresis)`;
const NAMED = alternatives(`
  asthma diabetes epilepsy migraines migraine hay_fever eczema insomnia tinnitus dyslexia dyspraxia ADHD autism coeliac
  celiac Crohn's colitis MS gout sciatica vertigo lupus glaucoma Parkinson's Alzheimer's cancer leukaemia hernia carpal_tunnel
  tremor clot clots blood_clots clot_history pacemaker stent heart_murmur heart_valve heart_condition bad_heart arrhythmia
  shingles malaria long_covid IBS COPD PCOS HIV hepatitis sleep_apnoea sleep_apnea slipped_disc frozen_shoulder tennis_elbow
  high_blood_pressure low_blood_pressure high_cholesterol reflux heartburn ulcer ulcers kidney_stones gallstones cataracts
  cataract angina depression anxiety bipolar OCD PTSD stammer stutter limp squint bunions varicose_veins
  nut_allergy peanut_allergy underactive_thyroid overactive_thyroid food_intolerance scoliosis Tourette's sickle_cell
  haemophilia hypermobility Raynaud's rosacea vitiligo chronic_fatigue chronic_pain bad_circulation
`);

/** "A heart thing", "thyroid problems". */
const TROUBLE =
  "(?:heart|back|knee|hip|lung|kidney|liver|thyroid|skin|blood|sleep|stomach|bowel|eye|hearing|balance|memory|prostate|bladder|nerve|joint) (?:thing|problem|problems|condition|trouble|issue|issues|disease|disorder|defect|complaint)";

/** What ails people for long; for a pattern. */
export const ailmentLike = `(?:${NAMED}|${TROUBLE}|${BY_ENDING})`;

const MEDICINES = alternatives(`
  insulin warfarin aspirin statins statin steroids antidepressants blood_thinner blood_thinners beta_blockers methotrexate
  thyroxine levothyroxine metformin lithium Ritalin antihistamines iron_tablets blood_pressure_tablets thyroid_medication
  vitamin_D vitamin_B12 B12 the_pill HRT an_inhaler inhaler morphine prednisone
`);

/** What people take for long, by name or by how such names end; for a pattern. */
export const medicineLike = String.raw`(?:${MEDICINES}|(?:\p{L}+|\d+) (?:micrograms|milligrams|mg|mcg|units|milligrammes)(?: of \p{L}+)?|\p{Ll}{3,}(?:statin|formin|pril|sartan|olol|farin|oxetine|prazole|dipine|triptan|parin|tidine|mab|thyroxine|traline|faxine|lopram|zodone|tiapine|triptyline|gabalin|gabapentin))`;

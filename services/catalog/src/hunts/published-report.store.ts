export type PublishedReport = {
  winner_name: string;
  story_html: string;
  solutions: { number: number; title: string; body_html: string }[];
  /** Milliseconds since 1970. */
  published_at: number;
};

/** The condition on hunt `h` for publishing a report. */
export const HAS_VERIFIED_CLAIM = `h.status = 'complete'
  AND EXISTS (SELECT FROM claims WHERE hunt_id = h.id AND state = 'verified')`;

/** The published report of hunt `h` as JSON; null before it is published. */
export const PUBLISHED_REPORT_OF_HUNT = `
  (SELECT json_build_object(
     'winner_name', report.winner_name, 'story_html', report.story_html,
     'published_at', extract(epoch FROM report.published_at) * 1000,
     'solutions', (
       SELECT coalesce(json_agg(json_build_object(
                'number', clue.number, 'title', clue.title, 'body_html', solution.body_html)
                ORDER BY clue.number), '[]')
       FROM clue_solutions solution JOIN clues clue ON clue.id = solution.clue_id
       WHERE solution.hunt_id = h.id AND clue.publish_at <= now()))
   FROM hunt_reports report
   WHERE report.hunt_id = h.id AND report.published_at IS NOT NULL AND ${HAS_VERIFIED_CLAIM})`;

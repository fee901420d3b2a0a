-- A letter with a mark may be one sign or two that look like it. From now on it is one (NFC) wherever a keyword or a tag
-- comes in. Of keywords that look alike the oldest stays: articles, stats, comments and notices of the others move to it,
-- it gets their tags and sites, and the trail tells of each. The same for tags.
CREATE TEMP TABLE joined_keywords ON COMMIT DROP AS
WITH composed AS (
	SELECT keyword_id, normalize(identity, NFC) AS identity FROM keywords WHERE identity IS NOT NFC NORMALIZED
), alike AS (
	SELECT keyword_id, identity FROM composed
	UNION ALL
	SELECT keyword_id, identity FROM keywords WHERE identity IN (SELECT identity FROM composed)
)
SELECT keyword_id AS old_id, kept_id FROM (
	SELECT keyword_id, min(keyword_id) OVER (PARTITION BY identity) AS kept_id FROM alike
) a WHERE keyword_id <> kept_id;--> statement-breakpoint
CREATE TEMP TABLE joined_whole ON COMMIT DROP AS
SELECT g.kept_id, bool_or(k.is_tracked) AS is_tracked, min(k.tracked_since) AS tracked_since, min(k.created_at) AS created_at,
	ARRAY(SELECT DISTINCT t FROM keywords o, unnest(o.tag_ids) t
		WHERE o.keyword_id = g.kept_id OR o.keyword_id IN (SELECT old_id FROM joined_keywords j WHERE j.kept_id = g.kept_id)
		ORDER BY 1) AS tag_ids,
	ARRAY(SELECT DISTINCT s FROM keywords o, unnest(o.site_ids) s
		WHERE o.keyword_id = g.kept_id OR o.keyword_id IN (SELECT old_id FROM joined_keywords j WHERE j.kept_id = g.kept_id)
		ORDER BY 1) AS site_ids
FROM (SELECT kept_id, old_id AS keyword_id FROM joined_keywords UNION SELECT kept_id, kept_id FROM joined_keywords) g
JOIN keywords k USING (keyword_id)
GROUP BY g.kept_id;--> statement-breakpoint
INSERT INTO audit_entries (actor_kind, actor_name, act, noun, noun_id, label, before, after)
SELECT 'job', 'upgrade', 'keyword.joined', 'keyword', j.kept_id::text, normalize(k.keyword, NFC),
	jsonb_build_object('keyword_id', o.keyword_id, 'keyword', o.keyword),
	jsonb_build_object('keyword_id', k.keyword_id, 'keyword', normalize(k.keyword, NFC))
FROM joined_keywords j JOIN keywords k ON k.keyword_id = j.kept_id JOIN keywords o ON o.keyword_id = j.old_id
ORDER BY j.kept_id, j.old_id;--> statement-breakpoint
-- Without tags the triggers take their days off the counts; with all of them, at the end, they count what has moved.
UPDATE keywords SET tag_ids = '{}'
WHERE keyword_id IN (SELECT old_id FROM joined_keywords UNION SELECT kept_id FROM joined_keywords);--> statement-breakpoint
-- Where two held one keyword on one day by one publisher, the stat that was written first stays, and is counted once.
WITH doubled AS (
	SELECT stat_id FROM (
		SELECT s.stat_id, row_number() OVER (PARTITION BY g.kept_id, s.day, s.publisher_id ORDER BY s.stat_id) AS place
		FROM (SELECT kept_id, old_id AS keyword_id FROM joined_keywords UNION SELECT kept_id, kept_id FROM joined_keywords) g
		JOIN stats s USING (keyword_id)
	) p WHERE place > 1
), removed AS (
	DELETE FROM stats WHERE stat_id IN (SELECT stat_id FROM doubled) RETURNING day, publisher_id
)
UPDATE publisher_days d SET keywords = d.keywords - r.count
FROM (SELECT day, publisher_id, count(*) AS count FROM removed GROUP BY 1, 2) r
WHERE d.day = r.day AND d.publisher_id = r.publisher_id;--> statement-breakpoint
UPDATE stats s SET keyword_id = j.kept_id FROM joined_keywords j WHERE s.keyword_id = j.old_id;--> statement-breakpoint
-- The shares are counted anew from the stats, up to the latest day to which any of them was.
CREATE TEMP TABLE joined_days ON COMMIT DROP AS
SELECT g.kept_id, max(d.as_of) AS as_of
FROM (SELECT kept_id, old_id AS keyword_id FROM joined_keywords UNION SELECT kept_id, kept_id FROM joined_keywords) g
JOIN keyword_days d USING (keyword_id) GROUP BY 1;--> statement-breakpoint
DELETE FROM keyword_days
WHERE keyword_id IN (SELECT old_id FROM joined_keywords UNION SELECT kept_id FROM joined_keywords);--> statement-breakpoint
INSERT INTO keyword_days (keyword_id, last_day, seen, won, as_of, rate_7, rate_30, rate_90, last_publisher_id, last_is_winning)
SELECT b.kept_id, b.last_day, b.seen, b.won, b.as_of,
	(100.0 * bit_count(b.won & m.days_7) / nullif(bit_count(b.seen & m.days_7), 0))::real,
	(100.0 * bit_count(b.won & m.days_30) / nullif(bit_count(b.seen & m.days_30), 0))::real,
	(100.0 * bit_count(b.won & m.days_90) / nullif(bit_count(b.seen & m.days_90), 0))::real,
	p.publisher_id, p.is_winning
FROM (
	SELECT d.kept_id, d.as_of, d.last_day, bit_or(set_bit(0::bit(128), d.last_day - d.day, 1)) AS seen,
		bit_or(set_bit(0::bit(128), d.last_day - d.day, d.is_won::int)) AS won
	FROM (
		SELECT j.kept_id, j.as_of, s.day, bool_or(s.is_winning) AS is_won, max(s.day) OVER (PARTITION BY j.kept_id) AS last_day
		FROM joined_days j JOIN stats s ON s.keyword_id = j.kept_id GROUP BY 1, 2, 3
	) d WHERE d.last_day - d.day < 128 GROUP BY 1, 2, 3
) b
CROSS JOIN LATERAL (
	SELECT ((~0::bit(128)) << 121) >> (b.last_day - b.as_of) AS days_7,
		((~0::bit(128)) << 98) >> (b.last_day - b.as_of) AS days_30,
		((~0::bit(128)) << 38) >> (b.last_day - b.as_of) AS days_90
) m
CROSS JOIN LATERAL (
	SELECT publisher_id, is_winning FROM stats s WHERE s.keyword_id = b.kept_id AND s.day = b.last_day
	ORDER BY is_winning DESC, stat_id LIMIT 1
) p;--> statement-breakpoint
-- An article that had several of them has one, at the place of the first.
INSERT INTO article_keywords (article_id, keyword_id, position)
SELECT a.article_id, j.kept_id, min(a.position)
FROM article_keywords a JOIN joined_keywords j ON j.old_id = a.keyword_id GROUP BY 1, 2
ON CONFLICT (article_id, keyword_id) DO UPDATE SET position = least(article_keywords.position, excluded.position);--> statement-breakpoint
DELETE FROM article_keywords WHERE keyword_id IN (SELECT old_id FROM joined_keywords);--> statement-breakpoint
UPDATE keyword_comments c SET keyword_id = j.kept_id FROM joined_keywords j WHERE c.keyword_id = j.old_id;--> statement-breakpoint
UPDATE notices n SET keyword_id = j.kept_id FROM joined_keywords j WHERE n.keyword_id = j.old_id;--> statement-breakpoint
DELETE FROM keywords WHERE keyword_id IN (SELECT old_id FROM joined_keywords);--> statement-breakpoint
UPDATE keywords SET keyword = normalize(keyword, NFC), identity = normalize(identity, NFC)
WHERE keyword IS NOT NFC NORMALIZED OR identity IS NOT NFC NORMALIZED;--> statement-breakpoint
UPDATE keywords k SET tag_ids = w.tag_ids, site_ids = w.site_ids, is_tracked = w.is_tracked,
	tracked_since = CASE WHEN w.is_tracked THEN w.tracked_since END, created_at = w.created_at
FROM joined_whole w WHERE k.keyword_id = w.kept_id;--> statement-breakpoint
CREATE TEMP TABLE joined_tags ON COMMIT DROP AS
SELECT tag_id AS old_id, kept_id FROM (
	SELECT tag_id, min(tag_id) OVER (PARTITION BY normalize(tag, NFC)) AS kept_id FROM tags
) t WHERE tag_id <> kept_id;--> statement-breakpoint
INSERT INTO audit_entries (actor_kind, actor_name, act, noun, label, before, after)
SELECT 'job', 'upgrade', 'keyword.tags-joined', 'keyword', normalize(k.tag, NFC),
	jsonb_build_object('tag_id', o.tag_id, 'tag', o.tag), jsonb_build_object('tag_id', k.tag_id, 'tag', normalize(k.tag, NFC))
FROM joined_tags j JOIN tags k ON k.tag_id = j.kept_id JOIN tags o ON o.tag_id = j.old_id
ORDER BY j.kept_id, j.old_id;--> statement-breakpoint
UPDATE keywords SET tag_ids = ARRAY(
	SELECT DISTINCT coalesce(j.kept_id, t) FROM unnest(tag_ids) t LEFT JOIN joined_tags j ON j.old_id = t ORDER BY 1
) WHERE tag_ids && ARRAY(SELECT old_id FROM joined_tags);--> statement-breakpoint
-- Whoever takes a change of tags back means the one that stays.
UPDATE keyword_change_parts p SET value_id = j.kept_id FROM joined_tags j
WHERE p.kind = 'tag' AND p.value_id = j.old_id AND NOT EXISTS (
	SELECT FROM keyword_change_parts o LEFT JOIN joined_tags i ON i.old_id = o.value_id
	WHERE (o.change_id, o.slice, o.kind, o.is_added) = (p.change_id, p.slice, p.kind, p.is_added)
		AND o.value_id <> p.value_id AND coalesce(i.kept_id, o.value_id) = j.kept_id
);--> statement-breakpoint
DELETE FROM keyword_change_parts WHERE kind = 'tag' AND value_id IN (SELECT old_id FROM joined_tags);--> statement-breakpoint
DELETE FROM tags WHERE tag_id IN (SELECT old_id FROM joined_tags);--> statement-breakpoint
UPDATE tags SET tag = normalize(tag, NFC) WHERE tag IS NOT NFC NORMALIZED;--> statement-breakpoint
DROP TABLE joined_keywords, joined_whole, joined_days, joined_tags;

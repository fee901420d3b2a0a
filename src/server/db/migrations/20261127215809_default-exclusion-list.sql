-- Common words that comparisons left out unseen before; from now on the exclusion list alone decides.
insert into excluded_words (word)
select unnest(regexp_split_to_array(trim(e'\n ' from $$
a about above after again against all almost along already also although always among an and another any
anyone anything are aren around as at away back be became because become been before began being below best
between both but by came can cannot come comes could couldn did didn do does doesn doing don done down during
each either else enough especially etc even ever every everyone everything far few first for from further get
gets getting give given gives go goes going gone got had hadn has hasn have haven having he her here hers
herself him himself his how however if in instead into is isn it its itself just keep kept know last least
less let like likely ll look lot lots made make makes making many may maybe me might mine more most mostly
much must my myself need needs neither never next no nor not nothing now of off often on once one ones only
onto or other others our ours ourselves out over own per perhaps put quite rather re really said same saw say
says see seem seems seen several she should shouldn since so some someone something sometimes still such take
takes than that the their theirs them themselves then there these they thing things this those though three
through to together too took toward towards two under until up upon us use used uses using usually ve very
want wants was wasn way ways we well went were weren what whatever when where whether which while who whole
whom whose why will with within without won would wouldn yet you your yours yourself yourselves
$$), e'\\s+'))
  on conflict do nothing;

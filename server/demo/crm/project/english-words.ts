/** Words by the list they are in: each with what it means, behind a stroke. */
export const englishWords = {
  cet4: `abandon/放弃 ability/能力 abroad/在国外 absence/缺席 absorb/吸收 abstract/抽象的 academic/学术的 accent/口音 accept/接受
    access/通道 accident/事故 account/账户 accurate/准确的 achieve/达到 acquire/获得 active/活跃的 actual/实际的 adapt/适应
    adequate/足够的 adjust/调整 admire/钦佩 admit/承认 adopt/采用 advance/前进 advantage/优势 adventure/冒险 advertise/做广告
    affair/事务 affect/影响 afford/负担得起 afraid/害怕的 agency/代理处 agenda/议程 agree/同意 aid/援助 aim/目标 alarm/警报
    alcohol/酒精 alike/相似的 alive/活着的 allow/允许 alter/改变 alternative/备选 amaze/使惊讶 ambition/雄心 American/美国人
    amount/数量 amuse/逗乐 analyse/分析 ancestor/祖先 anchor/锚 ancient/古代的 angle/角度 announce/宣布 annual/每年的
    answer/回答 anxiety/焦虑 apart/分开 apparent/明显的 appeal/呼吁 appear/出现 apply/申请 appoint/任命 appreciate/感激
    approach/接近 approve/批准 area/地区 argue/争论 arise/出现 arrange/安排 arrest/逮捕 arrive/到达 article/文章
    artificial/人造的 ashamed/羞愧的 aspect/方面 assemble/集合 assess/评估 asset/资产 assign/分配 assist/协助 associate/联系
    assume/假定 assure/保证 athlete/运动员 atmosphere/气氛 attach/附上 attack/攻击 attempt/尝试 attend/出席 attitude/态度
    attract/吸引 audience/观众 August/八月 author/作者 authority/权威 automatic/自动的 available/可用的 average/平均的
    award/奖励`,
  cet6: `abolish/废除 abrupt/突然的 absurd/荒谬的 abundant/丰富的 accelerate/加速 accessory/附件 acclaim/称赞 accommodate/容纳
    accompany/陪伴 accomplish/完成 accord/一致 accumulate/积累 accuse/指控 acknowledge/承认 acquaint/使熟悉 activate/激活
    acute/急性的 addict/上瘾者 adhere/遵守 adjacent/邻近的 administer/管理 adolescent/青少年 adverse/不利的 advocate/提倡
    aesthetic/审美的 affiliate/使附属 affirm/断言 aggravate/加重 aggressive/好斗的 agitate/鼓动 alert/警觉的 alien/外来的
    alienate/疏远 align/对齐 allege/声称 alleviate/缓解 alliance/联盟 allocate/分配 ally/盟友 aluminium/铝 ambiguous/含糊的
    amend/修正 amplify/放大 analogy/类比 anonymous/匿名的 antique/古董 apparatus/仪器 appendix/附录 appliance/器具
    appraisal/评价 arbitrary/任意的 archive/档案 arena/竞技场 array/排列 articulate/清晰表达 aspire/渴望 assault/袭击
    assert/断言 assimilate/吸收 asymmetry/不对称 attain/达到 attendant/服务员 attorney/律师 attribute/归因于 auction/拍卖
    authentic/真正的 authorize/授权 autonomous/自治的 avert/避免 aviation/航空 backbone/支柱 badge/徽章 baffle/使困惑
    ballot/投票 bankrupt/破产的 barren/贫瘠的 batch/一批 beforehand/事先 benevolent/仁慈的 bewilder/使迷惑 bizarre/怪异的
    blaze/火焰 bleak/荒凉的 blunder/大错 blunt/钝的 blur/模糊 boost/促进 boycott/抵制 breach/违反 brevity/简洁 brisk/轻快的
    brittle/易碎的 browse/浏览 brutal/残忍的 bulk/大量 bureaucracy/官僚作风 calibre/才干 captive/俘虏 Christmas/圣诞节
    clarify/澄清`,
  postgraduate: `aberration/偏差 abide/遵守 abound/充满 abstain/弃权 accede/同意 acquiesce/默许 acrimony/尖刻 adept/熟练的
    adjourn/休会 admonish/告诫 adorn/装饰 adulation/奉承 affable/和蔼的 affluent/富裕的 affront/冒犯 agile/敏捷的
    alacrity/敏捷 allude/暗指 aloof/冷淡的 altruism/利他主义 ambivalent/矛盾的 ameliorate/改善 amiable/和善的 amnesty/赦免
    anomaly/反常 antagonist/对手 antecedent/先例 antipathy/反感 apathy/冷漠 appease/安抚 apprehend/逮捕 ardent/热心的
    arduous/艰巨的 arid/干旱的 ascertain/查明 ascribe/归因于 assiduous/勤勉的 assuage/缓和 astute/精明的 atrocity/暴行
    attenuate/减弱 audacious/大胆的 augment/增加 austere/朴素的 avarice/贪婪 averse/反对的 banal/平庸的 belligerent/好战的
    benign/良性的 bolster/支持 brazen/厚颜的 burgeon/迅速发展 cajole/哄骗 candid/坦率的 capricious/多变的 carnage/屠杀
    caustic/刻薄的 censure/谴责 chronic/慢性的 circumspect/慎重的 clandestine/秘密的 coerce/强迫 cogent/有说服力的
    cognitive/认知的 coherent/连贯的 commend/称赞 compelling/引人注目的 complacent/自满的 comply/遵从 concede/让步
    concise/简明的 concur/同意 condone/宽恕 conducive/有益的 confer/授予 confiscate/没收 conjecture/推测 connive/纵容
    consensus/共识 conspicuous/显眼的 contempt/轻视 contend/争辩 contrite/悔恨的 convene/召集 converge/汇合 copious/丰富的
    covert/隐蔽的 credulous/轻信的 culminate/达到顶点 culpable/有罪的 cursory/粗略的 curtail/缩减 daunt/使气馁 dearth/缺乏
    debase/降低 decipher/破译 deference/尊重 deplete/耗尽 deride/嘲笑 dubious/可疑的`,
} as const;
